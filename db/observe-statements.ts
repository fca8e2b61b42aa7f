import type postgres from "postgres";

/** Called with the text of a statement. What it answers is called when that is over; `null`: nobody wants to know. */
export type OnStatement = (text: string) => ((fault?: unknown) => void) | null;

type Work = (tx: postgres.TransactionSql) => Promise<unknown>;

/** The driver settles a statement by these two, which are not in its types. */
type Settled = { resolve: (answer: unknown) => void; reject: (fault: unknown) => void };

/** Tells of each statement, also of those in a transaction, without running it before its caller would. */
export function observeStatements(client: postgres.Sql, onStatement: OnStatement): postgres.Sql {
  const begin: (work: Work) => Promise<unknown> = client.begin;
  return Object.assign(observing(client, onStatement), {
    begin: (work: Work) => begin((tx) => work(observing(tx, onStatement))),
  });
}

function observing<Client extends postgres.Sql | postgres.TransactionSql>(
  client: Client,
  onStatement: OnStatement,
): Client {
  const { unsafe } = client;
  const observedUnsafe = (...given: Parameters<typeof unsafe>) => {
    const statement = unsafe(...given) as unknown as Settled;
    const end = onStatement(given[0]);
    if (end === null) return statement;
    const { resolve, reject } = statement;
    return Object.assign(statement, {
      resolve: (answer: unknown) => {
        end();
        resolve(answer);
      },
      reject: (fault: unknown) => {
        end(fault);
        reject(fault);
      },
    });
  };
  return Object.assign(client, { unsafe: observedUnsafe });
}
