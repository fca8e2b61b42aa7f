import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";

/**
 * A pool that works as the application's role, whoever the login is: what that role may not do, no path of the code can.
 * A statement that waits longer than its timeout fails, and the edge answers 503, rather than piling up callers.
 */
export function connect(url: string, { max = 10, role = "ageway_app" }: { max?: number; role?: string } = {}) {
  const client = postgres(url, {
    max,
    connect_timeout: 5,
    idle_timeout: 300,
    onnotice: () => {},
    connection: {
      application_name: "ageway",
      role,
      TimeZone: "UTC",
      statement_timeout: 5_000,
      idle_in_transaction_session_timeout: 10_000,
    },
  });
  return drizzle(client);
}

export type Database = ReturnType<typeof connect>;
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];
/** What a query needs: a pool, or the transaction of the verb that calls it. */
export type Db = Database | Transaction;
