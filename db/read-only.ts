import type postgres from "postgres";

/** SQLSTATE read_only_sql_transaction: the server takes no writes. */
const READ_ONLY = "25006";

type Refusable = { reject: (fault: unknown) => void };
type Work = (tx: postgres.TransactionSql) => Promise<unknown>;

/**
 * After a failover, an address may lead to another server while old connections still reach the one that became a standby: it
 * answers reads, and refuses each write, for as long as the connections last. `leave`: is told of the first refusal.
 */
export function detectReadOnly(client: postgres.Sql, leave: () => void): postgres.Sql {
  const begin: (work: Work) => Promise<unknown> = client.begin;
  const { unsafe } = client;
  let hasLeft = false;
  const notice = (fault: unknown) => {
    if (hasLeft || !isReadOnly(fault)) return;
    hasLeft = true;
    leave();
  };
  const noticed = <Query extends object>(query: Query): Query => {
    // The driver calls this. With a `catch` it would send the query before it is asked for.
    const { reject } = query as Query & Refusable;
    const refuse = (fault: unknown) => {
      notice(fault);
      reject(fault);
    };
    return Object.assign(query, { reject: refuse });
  };
  const noticing: typeof unsafe = (text, values, options) => noticed(unsafe(text, values, options));
  const beginning = (work: Work) =>
    begin(work).catch((fault: unknown) => {
      notice(fault);
      throw fault;
    });
  return Object.assign(client, { unsafe: noticing, begin: beginning });
}

function isReadOnly(fault: unknown): boolean {
  if (!(fault instanceof Error)) return false;
  return ("code" in fault && fault.code === READ_ONLY) || isReadOnly(fault.cause);
}
