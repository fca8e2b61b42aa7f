import { connect, Socket } from "node:net";

/** What the driver passes: its options, with the addresses in lists. */
type Address = { host: string[]; port: number[]; path?: string | false };

/** With which each answer of PostgreSQL to a new connection begins: authentication, an error, a notice, and yes or no (S, N) to TLS. */
const ANSWERS = Buffer.from("RENS");

/** Between two tries of this process at an address that closed a connection without an answer. */
const PAUSE_MS = 1_000;

/** When an address last did that. */
const closedAt = new Map<string, number>();

/**
 * Where a connection closes before the database lets us in, as that of a proxy without a backend does, the driver connects again
 * at once, for ever, and the statement that waits for it never fails. So the socket itself fails here, and until `PAUSE_MS` later
 * every other one to that address.
 */
async function openSocket({ host: [host = ""], port: [port = 5432], path }: Address): Promise<Socket> {
  // An address may be refused in the same tick, and the driver listens only after this microtask.
  await null;
  const address = path || `${host}:${port}`;
  if (performance.now() - (closedAt.get(address) ?? Number.NEGATIVE_INFINITY) < PAUSE_MS)
    return new Socket().destroy(new ClosedError("CLOSED_AT_ONCE"));
  const socket = connect(path ? { path } : { host, port });
  let isAnswered = false;
  socket.once("data", ([first = 0]: Buffer) => {
    isAnswered = ANSWERS.includes(first);
  });
  socket.once("end", () => {
    if (!isAnswered) closedAt.set(address, performance.now());
    if (!socket.writableEnded) socket.destroy(new ClosedError(isAnswered ? "CONNECTION_CLOSED" : "CLOSED_AT_ONCE"));
  });
  // The certificate must have this name.
  return Object.assign(socket, { host });
}

/** For the options of the driver, whose types do not know it. */
export const BY_OUR_SOCKET = { socket: openSocket };

/** With a code of the driver, or one of ours. */
class ClosedError extends Error {
  override name = "ClosedError";
  readonly code: string;
  constructor(code: "CONNECTION_CLOSED" | "CLOSED_AT_ONCE") {
    super("The server closed the connection");
    this.code = code;
  }
}
