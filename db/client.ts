import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/postgres-js";
import type postgres from "postgres";
import type { DatabaseAddress } from "./address.ts";
import type { Line } from "./line.ts";
import { openClient } from "./open-client.ts";
import { paced } from "./paced.ts";
import { sessionOf } from "./session.ts";

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
    silentMs = 0,
    onClose = () => {},
    onSilent = () => {},
  }: Options = {},
) {
  const lines = new Set<Line>();
  const options = {
    max,
    connect_timeout: paced(5),
    idle_timeout: 300,
    max_lifetime: null,
    prepare: !isPooled,
    transform: { value: { from: parseValue } },
    onclose: onClose,
    onparameter: (name: string, value: unknown) => {
      if (TAKES_NO_WRITES.has(name) && value === "on") setTimeout(leave, LEAVES_AFTER_MS).unref();
    },
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
  };
  const onLine = (line: Line) => {
    lines.add(line);
    line.once("close", () => lines.delete(line));
  };
  const client = openClient(address, options, { silentMs, onSilent, onLost: onClose, onLine });
  const leave = () => {
    onClose();
    void client.end({ timeout: 5 });
  };
  if (silentMs > 0) linesOf.set(client, lines);
  return drizzle(isPooled ? withoutPipeline(client) : client);
}

/**
 * Settings that PostgreSQL reports when a connection opens, and when they change. After a failover, an address may lead to another
 * server while a connection still reaches one that takes no writes, for as long as it lasts: so its pool is left.
 */
const TAKES_NO_WRITES = new Set(["in_hot_standby", "default_transaction_read_only"]);
/** While there is no other server, a pool serves reads for so long. */
const LEAVES_AFTER_MS = 1_000;

/**
 * `settings`: of PostgreSQL, for each connection of the pool. `isPooled`: a pooler between us and PostgreSQL gives each
 * transaction another connection. To that one, a statement that we prepared before is unknown, and the pooler refuses settings
 * of connections, so those of the login hold instead.
 */
type Options = {
  max?: number;
  role?: string;
  settings?: Record<string, string>;
  isPooled?: boolean;
  /** More than a statement may take. With 0, nobody looks. */
  silentMs?: number;
  onClose?: () => void;
  onSilent?: () => void;
};

export type Database = ReturnType<typeof connect>;
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];
/** A pool, or the transaction of the verb that calls the query. */
export type Db = Database | Transaction;

/** The lines of each pool that is watched. */
const linesOf = new WeakMap<postgres.Sql, Set<Line>>();

/** Counts the connections of a pool on which something runs; `null`: nobody looks at it (`silentMs`). */
export function runningOn({ $client }: Database): number | null {
  const lines = linesOf.get($client);
  return lines ? [...lines].filter(({ isAwaited }) => isAwaited).length : null;
}

/**
 * Says how values arrive, from `execute` and `select` alike, by the number of their type in PostgreSQL. drizzle leaves
 * moments as text, and the driver bigints, sums of them, and lists. A `date` stays text (YYYY-MM-DD): a day has no time
 * zone.
 */
const PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  20: toNumber,
  1184: toDate,
  1700: toNumber,
  1009: listOf(String),
  1016: listOf(toNumber),
  1185: listOf(toDate),
};

function parseValue(value: unknown, { type }: { type: number }): unknown {
  return typeof value === "string" ? (PARSERS[type]?.(value) ?? value) : value;
}

/** Reads a list in which no value is NULL or another list. A value with a comma, a brace or a quotation mark is quoted. */
function listOf<Value>(parse: (text: string) => Value): (text: string) => Value[] {
  const unquoted = (text: string) => (text.startsWith('"') ? text.slice(1, -1).replace(/\\(.)/gs, "$1") : text);
  return (text) => (text.match(/"(?:[^"\\]|\\.)*"|[^{},"]+/gs) ?? []).map((one) => parse(unquoted(one)));
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

/** For jobs over many rows that no caller waits for, such as an invoice of a million checks. */
export async function allowLongStatements(tx: Transaction): Promise<void> {
  await tx.execute(sql`SET LOCAL statement_timeout = ${sql.raw(String(paced(60_000)))}`);
}
