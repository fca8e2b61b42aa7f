import postgres from "postgres";
import type { DatabaseAddress } from "./address.ts";
import { openClient } from "./open-client.ts";

/** An ordinary start never waits so long. */
const FIRST_MS = 5_000;
/** A migration waits for 400 ms of each second: within it, we see for whom. */
const ASK_MS = 150;
const REPEAT_MS = 60_000;
/** A database that has not answered a question after so long is silent: stopped, or behind a network that drops what is sent. */
const SILENT_MS = 10_000;

/**
 * Another session that keeps the migration waiting. Not its statement, which may hold what is nobody's business. What is `null`
 * PostgreSQL hides from the login that asks, or the session has none.
 */
type Blocker = { pid: number; login: string | null; program: string; state: string | null; since: string | null };

/** `notify`: gets a sentence on what the migration waits for, from `firstMs` on. `giveUpMs`: after so long a silence it fails. */
type Reporting = { notify: (sentence: string) => void; firstMs?: number; silentMs?: number; giveUpMs: number };

/**
 * Says for whom the session of a migration waits, from a few seconds after it begins: each session at once, and again every
 * minute; and the same of a silent database. `last`: the latest sentence. `silence`: fails when that has lasted too long.
 */
export function reportWaits(
  address: DatabaseAddress,
  { notify, firstMs = FIRST_MS, silentMs = SILENT_MS, giveUpMs }: Reporting,
) {
  let client: postgres.Sql | null = null;
  let timer: NodeJS.Timeout | undefined;
  let [pid, notified, notifiedAt, last] = [0, "", 0, ""];
  let heardAt = performance.now();
  let isAsking = false;
  const { promise: silence, reject: giveUp } = Promise.withResolvers<never>();
  silence.catch(() => {});
  const report = (about: string, sentence: string) => {
    last = sentence;
    if (about === notified && performance.now() - notifiedAt < REPEAT_MS) return;
    [notified, notifiedAt] = [about, performance.now()];
    notify(sentence);
  };
  /** Over a new connection after a silence: the old one may lead nowhere. */
  const ask = async () => {
    client ??= openClient(address, { max: 1, connect_timeout: 10 });
    const asked = client;
    const leaving = setTimeout(() => {
      client = null;
      void asked.end({ timeout: 0 });
    }, silentMs);
    const blockers = await blockersOf(asked, pid).finally(() => clearTimeout(leaving));
    heardAt = performance.now();
    if (blockers.length > 0) report(blockers.map((one) => one.pid).join(), sentenceOf(blockers));
  };
  const inspect = () => {
    const silentForMs = performance.now() - heardAt;
    if (silentForMs > silentMs) {
      report("silence", silent(silentForMs));
      if (silentForMs > giveUpMs) giveUp(new Error(`The migration gave up. ${last} Then start again.`));
    }
    if (isAsking) return;
    isAsking = true;
    void ask()
      .catch((fault) => {
        // A refusal is an answer, too.
        if (fault instanceof postgres.PostgresError) heardAt = performance.now();
      })
      .finally(() => {
        isAsking = false;
      });
  };
  return {
    begin: () => {
      timer = setTimeout(() => {
        heardAt = performance.now();
        timer = setInterval(inspect, ASK_MS);
      }, firstMs);
    },
    /** Names the session of the migration. */
    follow: (session: number) => {
      pid = session;
    },
    last: () => last,
    silence,
    stop: async () => {
      clearTimeout(timer);
      await client?.end({ timeout: 1 });
    },
  };
}

function blockersOf(client: postgres.Sql, pid: number): Promise<Blocker[]> {
  return client<Blocker[]>`
    SELECT pid, usename AS login, application_name AS program, coalesce(state, backend_type) AS state,
      to_char(coalesce(xact_start, backend_start) AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS "UTC"') AS since
    FROM pg_stat_activity WHERE pid = ANY(pg_blocking_pids(${pid})) ORDER BY xact_start LIMIT 3`;
}

function sentenceOf(blockers: readonly Blocker[]): string {
  const sessions = blockers.map(({ pid, ...session }) => `session ${pid} (${factsOf(session).join(", ")})`);
  const [hold, ends, them] = blockers.length === 1 ? ["holds", "that ends", "it"] : ["hold", "they end", "them"];
  const end = blockers.map(({ pid }) => `SELECT pg_terminate_backend(${pid});`).join(" ");
  return `The migration waits for ${sessions.join(" and ")}, which ${hold} what it needs. Wait until ${ends}, such as another start or a dump, or end ${them} as that login or a superuser: ${end}`;
}

function factsOf({ login, program, state, since }: Omit<Blocker, "pid">): string[] {
  return [
    ...(login === null ? [] : [`login ${login}`]),
    `program ${program || "without a name"}`,
    ...(state === null ? [] : [`${state} since ${since}`]),
  ];
}

function silent(ms: number): string {
  return `The database has not answered for ${Math.round(ms / 1_000)} seconds. Check that it runs and can be reached.`;
}
