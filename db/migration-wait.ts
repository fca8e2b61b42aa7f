import postgres from "postgres";
import { BY_OUR_SOCKET } from "./open-socket.ts";

/** An ordinary start never waits so long. */
const FIRST_MS = 5_000;
/** A migration waits for 400 ms of each second: within it, we see for whom. */
const ASK_MS = 150;
const REPEAT_MS = 60_000;

/** Another session that keeps the migration waiting. Not its statement, which may hold what is nobody's business. */
type Blocker = { pid: number; login: string; program: string; state: string; since: string };

/**
 * Says for whom the session of a migration waits, from a few seconds after it begins: each session at once, and again every
 * minute. `last`: the latest sentence.
 */
export function reportWaits(url: string, notify: (sentence: string) => void, firstMs = FIRST_MS) {
  let client: postgres.Sql | null = null;
  let timer: NodeJS.Timeout | undefined;
  let [notified, notifiedAt, last] = ["", 0, ""];
  let isAsking = false;
  const ask = async (pid: number) => {
    client ??= postgres(url, { ...BY_OUR_SOCKET, max: 1, connect_timeout: 10, onnotice: () => {} });
    const blockers = await blockersOf(client, pid);
    const pids = blockers.map((one) => one.pid).join();
    if (pids === "" || (pids === notified && performance.now() - notifiedAt < REPEAT_MS)) return;
    [notified, notifiedAt, last] = [pids, performance.now(), sentenceOf(blockers)];
    notify(last);
  };
  const askOnce = (pid: number) => {
    if (isAsking) return;
    isAsking = true;
    // Without an answer the migration fails, too, and says so.
    void ask(pid)
      .catch(() => {})
      .finally(() => {
        isAsking = false;
      });
  };
  return {
    begin: (pid: number) => {
      timer = setTimeout(() => {
        timer = setInterval(askOnce, ASK_MS, pid);
      }, firstMs);
    },
    last: () => last,
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
  const sessions = blockers.map(
    ({ pid, login, program, state, since }) =>
      `session ${pid} (login ${login}, program ${program || "without a name"}, ${state} since ${since})`,
  );
  const end = blockers.map(({ pid }) => `SELECT pg_terminate_backend(${pid});`).join(" ");
  return `The migration waits for ${sessions.join(" and ")}, which holds what it needs. Wait until that ends, such as another start or a dump, or end it: ${end}`;
}
