import { once } from "node:events";
import { connect, isIP, Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import type { DatabaseAddress } from "./address.ts";
import { ConnectFault, isReset, Line, type Watch } from "./line.ts";

type Host = DatabaseAddress["hosts"][number];

/** "Speak TLS?" PostgreSQL answers with one byte, S or N (its documentation, "SSL Session Encryption"). */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/** Between two tries of this process at a host that closed a connection without an answer. */
const PAUSE_MS = 1_000;
/** When a host last did that outside such a pause: what is refused within one does not make it longer. */
const closedAt = new Map<string, number>();

const isPaused = (name: string) => performance.now() - (closedAt.get(name) ?? Number.NEGATIVE_INFINITY) < PAUSE_MS;

function pause(name: string): void {
  if (!isPaused(name)) closedAt.set(name, performance.now());
}

/**
 * Opens the connection to a host, encrypted as the address asks, so that each answer of a server has one meaning for all who connect.
 * The driver hears of a fault from the line. A host that closes a connection before it lets us in, as a proxy without a backend does,
 * is asked again `PAUSE_MS` later: until then every other line to it fails.
 */
export async function openLine(host: Host, address: DatabaseAddress, waitMs: number, watch: Watch): Promise<Line> {
  const name = `${host.host}:${host.port}`;
  return new Line(await openSocket(host, address, waitMs), {
    ...watch,
    onUnanswered: () => pause(name),
  });
}

async function openSocket(host: Host, { tlsMode, ca }: DatabaseAddress, waitMs: number): Promise<Socket> {
  // A host may be refused in the same tick, and the driver listens only after this microtask.
  await null;
  const name = `${host.host}:${host.port}`;
  if (isPaused(name)) return new Socket().destroy(new ConnectFault("CLOSED_AT_ONCE"));
  const isLocal = host.host.startsWith("/");
  const socket = isLocal ? connect(`${host.host}/.s.PGSQL.${host.port}`) : connect(host);
  if (!isLocal && tlsMode === "disable") return socket;
  const timer = setTimeout(() => socket.destroy(new ConnectFault("CONNECT_TIMEOUT")), waitMs);
  try {
    if (isLocal) {
      await once(socket, "connect").catch(throwNoSocket);
      return socket;
    }
    const answer = await answerTo(SSL_REQUEST, socket);
    if (answer === "N" && tlsMode === "prefer") return socket;
    if (answer === "N") throw new ConnectFault("TLS_NOT_OFFERED");
    if (answer !== "S") {
      pause(name);
      throw new ConnectFault("CLOSED_AT_ONCE");
    }
    const encrypted = connectTls({
      socket,
      host: host.host,
      ...(isIP(host.host) === 0 && { servername: host.host }),
      ...(ca !== null && { ca }),
      rejectUnauthorized: tlsMode.startsWith("verify"),
      ...(tlsMode === "verify-ca" && { checkServerIdentity: () => undefined }),
    });
    const { promise: isSecure, resolve, reject } = Promise.withResolvers<void>();
    encrypted.on("error", reject).once("close", () => reject(new ConnectFault("CONNECT_TIMEOUT")));
    encrypted.once("secureConnect", resolve);
    await isSecure;
    return encrypted;
  } catch (fault) {
    socket.destroy();
    return new Socket().destroy(fault as Error);
  } finally {
    clearTimeout(timer);
  }
}

/** Tells a socket that is not there, or that we may not open, from faults of other files, which have the same codes. */
function throwNoSocket(fault: NodeJS.ErrnoException): never {
  throw fault.code === "ENOENT" || fault.code === "EACCES" ? new ConnectFault("NO_SOCKET") : fault;
}

/**
 * Says what comes first, or nothing where the connection ends. A server that answers with more than one byte is none:
 * what comes before the encryption could be from anybody.
 */
function answerTo(question: Buffer, socket: Socket): Promise<string> {
  return new Promise((done, fail) => {
    // Whoever hangs up before he has read the question resets the connection.
    socket.on("error", (fault) => (isReset(fault) ? done("") : fail(fault))).once("end", () => done(""));
    socket.once("data", (bytes) => done(String(bytes)));
    socket.write(question);
  });
}
