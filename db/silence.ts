import postgres from "postgres";

/** How often a pool is inspected. */
const INSPECT_MS = 1_000;

/** As the driver has it. `state`: where it was sent; `null`: it waits for a connection. */
type Statement = { state?: object | null; resolve: (rows: unknown) => void; reject: (fault: unknown) => void };

type Begin = <Result>(work: (tx: postgres.TransactionSql) => Promise<Result>) => Promise<Result>;

/** How many statements run on connections of the pool, and how many statements and transactions wait for one. */
type UnderWay = { running: number; waiting: number };
/** `isIdle`: no statement is under way, and no transaction, which may have none just now. */
export type Observed = postgres.Sql & { underWay: () => UnderWay; isIdle: () => boolean };

/**
 * Calls `onSilent` when the database answers nothing for `silentMs` while statements wait, or one connection for twice as long.
 * PostgreSQL ends every statement sooner. A database that is stopped or unreachable may never close a connection.
 */
export function detectSilence(client: postgres.Sql, silentMs: number, onSilent: () => void): Observed {
  /** Since when each statement, and each COMMIT, waits. */
  const waiting = new Map<object, number>();
  let heardAt = performance.now();
  let inspectedAt = heardAt;
  let timer: NodeJS.Timeout | null = null;
  let transactions = 0;

  /** This process itself stood still: answers may have come that nobody has read yet. */
  const listenAnew = (now: number) => {
    heardAt = now;
    for (const statement of waiting.keys()) waiting.set(statement, now);
  };

  const inspect = () => {
    const now = performance.now();
    const wasStopped = now - inspectedAt > 3 * INSPECT_MS;
    inspectedAt = now;
    if (wasStopped) return listenAnew(now);
    const isSilent = now - heardAt >= silentMs;
    for (const [statement, since] of waiting) {
      const isSent = wasSent(statement);
      if (now - since < (isSilent ? silentMs : 2 * silentMs) || !(isSilent || isSent)) continue;
      waiting.clear();
      onSilent();
      break;
    }
    if (waiting.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  };

  const heard = (statement: object) => {
    waiting.delete(statement);
    heardAt = performance.now();
  };

  const follow = (statement: object) => {
    const { resolve, reject } = statement as Statement;
    waiting.set(statement, performance.now());
    if (timer === null) {
      inspectedAt = performance.now();
      timer = setInterval(inspect, INSPECT_MS).unref();
    }
    Object.assign(statement, {
      resolve(rows: unknown) {
        heard(statement);
        resolve(rows);
      },
      reject(fault: unknown) {
        if (fault instanceof Error && !wasSent(statement)) unsent.add(fault);
        if (fault instanceof postgres.PostgresError) heard(statement);
        else waiting.delete(statement);
        reject(fault);
      },
    });
  };

  const observed = <Client extends { unsafe: postgres.Sql["unsafe"] }>(from: Client): Client => {
    const { unsafe } = from;
    const followed: typeof unsafe = (text, values, options) => {
      const statement = unsafe(text, values, options);
      follow(statement);
      return statement as never;
    };
    return Object.assign(from, { unsafe: followed });
  };

  const begin: Begin = client.begin.bind(client);
  const observedBegin: Begin = async (work) => {
    const commit = {};
    transactions += 1;
    try {
      return await begin(async (tx) => {
        const result = await work(observed(tx));
        waiting.set(commit, performance.now());
        return result;
      });
    } finally {
      transactions -= 1;
      waiting.delete(commit);
    }
  };
  const underWay = () => {
    const running = [...waiting.keys()].filter(wasSent).length;
    // The BEGIN of a transaction that waits is among them.
    return { running, waiting: waiting.size - running };
  };
  const isIdle = () => waiting.size === 0 && transactions === 0;
  return Object.assign(observed(client), { begin: observedBegin, underWay, isIdle });
}

const unsent = new WeakSet<Error>();

/** Whether a statement failed before it had a connection, so that the database has nothing of it. False where nobody looked. */
export function isUnsent(fault: unknown): boolean {
  return fault instanceof Error && (unsent.has(fault) || isUnsent(fault.cause));
}

function wasSent(statement: object): boolean {
  return !("state" in statement) || statement.state !== null;
}
