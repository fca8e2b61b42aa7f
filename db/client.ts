import { sql } from "drizzle-orm";
import { parsePgArray } from "drizzle-orm/pg-core/utils/array";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import type { DatabaseAddress } from "./address.ts";
import { openClient } from "./open-client.ts";
import { paced } from "./paced.ts";
import { detectReadOnly } from "./read-only.ts";
import { sessionOf } from "./session.ts";
import { detectSilence, type Observed } from "./silence.ts";

/**
 * A pool whose connections work as the application's role, whatever the login is, so that no code can do what the role may
 * not. A statement that exceeds its timeout fails and the caller gets a 503, so that callers do not pile up. `onClose` is
 * called when a connection is lost, or closed after it was idle, and when the server takes no writes; `onSilent` when it
 * answers nothing for `silentMs`.
 */
export function connect(
  address: DatabaseAddress,
  {
    max = 10,
    role = "ageway_app",
    settings = {},
    isPooled = false,
    prepares = false,
    silentMs = 0,
    onClose = () => {},
    onSilent = () => {},
  }: Options = {},
) {
  const client = openClient(address, {
    max,
    connect_timeout: paced(5),
    idle_timeout: 300,
    max_lifetime: null,
    prepare: !isPooled,
    onclose: onClose,
    connection: {
      application_name: "ageway",
      ...sessionOf(isPooled),
      ...(!isPooled && {
        role,
        statement_timeout: String(paced(5_000)),
        idle_in_transaction_session_timeout: String(paced(10_000)),
        ...settings,
      }),
    },
  });
  const sending = isPooled ? withoutPipeline(client) : prepares ? preparing(client) : client;
  const writable = detectReadOnly(sending, () => {
    onClose();
    void client.end({ timeout: 5 });
  });
  const sent = leavingTheLost(writable);
  return withParsers(drizzle(silentMs > 0 ? detectSilence(sent, silentMs, onSilent) : sent));
}

/**
 * `settings`: of PostgreSQL, for each connection of the pool. `isPooled`: a pooler between us and PostgreSQL gives each
 * transaction another connection. To that one, a statement that we prepared before is unknown, and the pooler refuses settings
 * of connections, so those of the login hold instead. `prepares`: PostgreSQL parses the text of each statement outside
 * transactions once, and keeps it, so there must be few.
 */
type Options = {
  max?: number;
  role?: string;
  settings?: Record<string, string>;
  isPooled?: boolean;
  prepares?: boolean;
  /** More than a statement may take. With 0, nobody looks. */
  silentMs?: number;
  onClose?: () => void;
  onSilent?: () => void;
};

export type Database = ReturnType<typeof connect>;
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];
/** A pool, or the transaction of the verb that calls the query. */
export type Db = Database | Transaction;

/** What runs on a pool, and what waits for one of its connections; `null`: nobody looks at it (`silentMs`). */
export function underWayOn({ $client }: Database): ReturnType<Observed["underWay"]> | null {
  return "underWay" in $client ? ($client as Observed).underWay() : null;
}

/** Whether nothing runs or waits on a pool; false where nobody looks at it. */
export function isIdle({ $client }: Database): boolean {
  return "isIdle" in $client && ($client as Observed).isIdle();
}

/**
 * How values arrive, from `execute` and `select` alike, by the number of their type in PostgreSQL. drizzle leaves moments as text,
 * and the driver bigints, sums of them, and lists. A `date` stays text (YYYY-MM-DD): a day has no time zone.
 */
const PARSERS = {
  20: toNumber,
  1184: toDate,
  1700: toNumber,
  1009: listOf(String),
  1016: listOf(toNumber),
  1185: listOf(toDate),
};

function withParsers<Drizzle extends { $client: postgres.Sql }>(db: Drizzle): Drizzle {
  Object.assign(db.$client.options.parsers, PARSERS);
  return db;
}

/** By drizzle, which loses backslashes: no list of ours has one, a NULL or another list. */
function listOf<Value>(parse: (text: string) => Value): (text: string) => Value[] {
  return (text) => parsePgArray(text).map(parse);
}

function toNumber(text: string): number {
  const number = Number(text);
  if (Math.abs(number) <= Number.MAX_SAFE_INTEGER) return number;
  throw new RangeError(`${text} does not fit a number`);
}

/** Cuts microseconds. */
function toDate(text: string): Date {
  const date = new Date(text);
  if (Number.isNaN(+date)) throw new RangeError(`${text} is no date`);
  return date;
}

type Work = (tx: postgres.TransactionSql) => Promise<unknown>;

/**
 * When a transaction loses its connection, there is nothing to roll back. The driver tries it all the same, and throws from a
 * timer or writes the ROLLBACK to the next connection (porsager/postgres#1208, #1215). So the fault waits here, and the
 * transaction fails when the connection closes.
 */
function leavingTheLost(client: postgres.Sql): postgres.Sql {
  const begin: (work: Work) => Promise<unknown> = client.begin;
  const orWait = (fault: unknown) => (isLoss(fault) ? new Promise(() => {}) : Promise.reject(fault));
  return Object.assign(client, { begin: (work: Work) => begin((tx) => work(tx).catch(orWait)) });
}

/**
 * The driver sends half of a statement with parameters behind a statement that is under way, and the rest when it knows their
 * types. When the first one ends, PgBouncer 1.18 gives the connection to somebody else, and the answer never comes. A statement whose
 * `onexecute` answers false has its connection for itself; the driver's own BEGIN has one that reserves it.
 */
function withoutPipeline(client: postgres.Sql): postgres.Sql {
  const { unsafe } = client;
  const unpipelined: typeof unsafe = (text, values, options) =>
    unsafe(text, values, { onexecute: () => false, ...options } as postgres.UnsafeQueryOptions);
  return Object.assign(client, { unsafe: unpipelined });
}

/**
 * drizzle has each statement parsed and planned anew, in two round trips. One that its connection knows takes one, and PostgreSQL
 * plans it again only where a plan for the values at hand is cheaper.
 */
function preparing(client: postgres.Sql): postgres.Sql {
  const { unsafe } = client;
  const prepared: typeof unsafe = (text, values, options) => unsafe(text, values, { ...options, prepare: true });
  return Object.assign(client, { unsafe: prepared });
}

/** Not CONNECTION_DESTROYED: of a pool that was left the driver refuses the ROLLBACK at once, and a silent server closes nothing. */
const LOST = ["CONNECTION_CLOSED", "ECONNRESET", "EPIPE"];

function isLoss(fault: unknown): boolean {
  if (!(fault instanceof Error)) return false;
  if (fault instanceof postgres.PostgresError) return fault.severity === "FATAL" || fault.severity === "PANIC";
  return ("code" in fault && LOST.includes(String(fault.code))) || isLoss(fault.cause);
}

/** For jobs over many rows that no caller waits for, such as an invoice of a million checks. */
export async function allowLongStatements(tx: Transaction): Promise<void> {
  await tx.execute(sql`SET LOCAL statement_timeout = ${sql.raw(String(paced(60_000)))}`);
}
