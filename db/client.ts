import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";

/**
 * A pool that works as the application's role, whoever the login is: what that role may not do, no path of the code can.
 * A statement that waits longer than its timeout fails, and the edge answers 503, rather than piling up callers.
 * `onClose`: one of its connections is gone, lost or idle for long.
 */
export function connect(url: string, { max = 10, role = "ageway_app", onClose = () => {} }: Options = {}) {
  const client = postgres(url, {
    max,
    connect_timeout: 5,
    idle_timeout: 300,
    max_lifetime: null,
    onclose: onClose,
    onnotice: () => {},
    connection: {
      application_name: "ageway",
      role,
      TimeZone: "UTC",
      statement_timeout: 5_000,
      idle_in_transaction_session_timeout: 10_000,
    },
  });
  return drizzle(leavingTheLost(client));
}

type Options = { max?: number; role?: string; onClose?: () => void };

export type Database = ReturnType<typeof connect>;
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];
/** What a query needs: a pool, or the transaction of the verb that calls it. */
export type Db = Database | Transaction;

type Work = (tx: postgres.TransactionSql) => Promise<unknown>;

/**
 * Where the connection of a transaction is lost there is nothing to roll back, and nobody to say it to: the driver would,
 * and throws from a timer or writes it to the next connection (porsager/postgres#1208, #1215). The transaction fails when
 * the connection closes.
 */
function leavingTheLost(client: postgres.Sql): postgres.Sql {
  const begin: (work: Work) => Promise<unknown> = client.begin;
  const orWait = (fault: unknown) => (isLoss(fault) ? new Promise(() => {}) : Promise.reject(fault));
  return Object.assign(client, { begin: (work: Work) => begin((tx) => work(tx).catch(orWait)) });
}

const LOST = ["CONNECTION_CLOSED", "CONNECTION_DESTROYED", "ECONNRESET", "EPIPE"];

function isLoss(fault: unknown): boolean {
  if (!(fault instanceof Error)) return false;
  if (fault instanceof postgres.PostgresError) return fault.severity === "FATAL" || fault.severity === "PANIC";
  return ("code" in fault && LOST.includes(String(fault.code))) || isLoss(fault.cause);
}

/** For what is as large as its customer: a month of a million checks, or a day's to look through, and nobody waits for it. */
export async function allowLongStatements(tx: Transaction): Promise<void> {
  await tx.execute(sql`SET LOCAL statement_timeout = '60s'`);
}
