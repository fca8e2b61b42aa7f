import type { Socket } from "node:net";
import { Duplex } from "node:stream";

/** With which each answer of PostgreSQL to a new connection begins: authentication, an error and a notice. */
const ANSWERS = Buffer.from("REN");

/** Sets how long a lost line that had answered stays open for what the driver still does: its ROLLBACK, or the next statement of a transaction. */
const LINGER_MS = 1_000;
/** Sets how long a server may take to close a connection that we are done with. */
const GOODBYE_MS = 5_000;

/** `silentMs`: more than a statement may take; with 0, nobody looks. `onLost`: also of a line that was never answered. */
export type Watch = { silentMs?: number; onSilent?: () => void; onLost?: () => void; onUnanswered?: () => void };

/**
 * Gives the driver a stream of ours in place of the socket (its option `socket`). A lost connection first fails what runs on it and what
 * is still written to it, and closes later: the driver writes to a connection that has closed, and its fault would end the process, or
 * its ROLLBACK reach the next connection (porsager/postgres#1208, #1215).
 */
export class Line extends Duplex {
  readonly #socket: Socket;
  readonly #watch: Watch;
  #silence: NodeJS.Timeout | null = null;
  #fault: Error | null = null;
  #isAnswered = false;
  #end: NodeJS.Timeout | undefined;

  constructor(socket: Socket, watch: Watch) {
    super({ autoDestroy: false });
    this.#socket = socket;
    this.#watch = watch;
    socket.on("data", (bytes: Buffer) => this.#hear(bytes));
    socket.once("end", () => this.#lose(new ConnectFault(this.#isAnswered ? "CONNECTION_CLOSED" : "CLOSED_AT_ONCE")));
    socket.on("error", (fault) => this.#lose(fault));
    socket.once("close", () => this.#lose(new ConnectFault("CONNECTION_CLOSED")));
  }

  /** Whether something that was sent has no answer yet. */
  get isAwaited(): boolean {
    return this.#silence !== null;
  }

  /** As a socket has it: the driver takes leave of one that is open. */
  get readyState(): "open" | "closed" {
    return this.#fault === null && this.writable ? "open" : "closed";
  }

  setKeepAlive(isOn: boolean, afterMs: number): void {
    this.#socket.setKeepAlive(isOn, afterMs);
  }

  override _read(): void {
    this.#socket.resume();
  }

  override _write(bytes: Buffer, _encoding: string, done: () => void): void {
    if (this.#fault !== null) {
      setImmediate(() => this.#fail());
      done();
      return;
    }
    this.#silence ??= this.#listen();
    this.#socket.write(bytes, () => done());
  }

  override _final(done: () => void): void {
    this.#hush();
    this.#socket.end();
    setTimeout(() => this.#socket.destroy(), GOODBYE_MS).unref();
    done();
  }

  override _destroy(fault: Error | null, done: (fault: Error | null) => void): void {
    this.#hush();
    this.#socket.destroy();
    done(fault);
  }

  #hear(bytes: Buffer): void {
    this.#hush();
    this.#isAnswered ||= ANSWERS.includes(bytes[0] ?? 0);
    if (!this.push(bytes)) this.#socket.pause();
  }

  /** Where this process itself stood still, an answer may have come that it reads only after its timers. */
  #listen(): NodeJS.Timeout | null {
    const { silentMs = 0, onSilent } = this.#watch;
    if (silentMs === 0) return null;
    const silence = setTimeout(() => setImmediate(() => this.#silence === silence && onSilent?.()), silentMs).unref();
    return silence;
  }

  #hush(): void {
    if (this.#silence !== null) clearTimeout(this.#silence);
    this.#silence = null;
  }

  #lose(fault: Error): void {
    if (this.#fault !== null || this.destroyed) return;
    this.#hush();
    if (this.writableEnded) return void this.destroy();
    this.#fault = fault;
    if (!this.#isAnswered && (isReset(fault) || (fault as ConnectFault).code === "CLOSED_AT_ONCE"))
      this.#watch.onUnanswered?.();
    this.#socket.destroy();
    this.#watch.onLost?.();
    this.#fail();
  }

  /** Fails what the driver has under way, and closes once it has written nothing for a while. */
  #fail(): void {
    if (this.destroyed) return;
    clearTimeout(this.#end);
    this.#end = setTimeout(() => this.destroy(), this.#isAnswered ? LINGER_MS : 1);
    this.emit("error", this.#fault);
  }
}

/** With a code of the driver, or one of ours. */
export class ConnectFault extends Error {
  override name = "ConnectFault";
  readonly code: string;
  constructor(code: "CONNECTION_CLOSED" | "CONNECT_TIMEOUT" | "CLOSED_AT_ONCE" | "TLS_NOT_OFFERED" | "NO_SOCKET") {
    super("The server cannot be used");
    this.code = code;
  }
}

export function isReset(fault: NodeJS.ErrnoException): boolean {
  return fault.code === "ECONNRESET" || fault.code === "EPIPE";
}
