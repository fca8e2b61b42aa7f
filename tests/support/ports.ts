import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { connect, createServer, type Server } from "node:net";

/** Below the range from which the system hands out ports to programs that listen or call. */
const FIRST = 20_000;
const [HUNDRED, HUNDREDS] = [100, 100];

/** Ports of this process alone. `next`: what is tried next, counted from the first. */
type Own = { first: number; next: number };

/** Modules are loaded anew within a process, which keeps its ports. */
const shared = globalThis as { agewayPorts?: Promise<Own> };

/**
 * As many free ports in a row as a program wants. No other process of the tests is given them, and the system gives them to
 * nobody: so they are still free when a server opens them later, and when it starts again.
 */
export async function freePorts(count: number): Promise<number[]> {
  shared.agewayPorts ??= claimHundred();
  const own = await shared.agewayPorts;
  for (;;) {
    if (own.next + count > HUNDRED) own.next = 1;
    const ports = Array.from({ length: count }, (_, n) => own.first + own.next + n);
    own.next += count;
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return ports;
  }
}

export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1);
  return port;
}

/** Waits until a program takes connections at its port. Throws if it ends before. */
export async function listening(port: number, program: ChildProcess): Promise<void> {
  for (;;) {
    if (program.exitCode !== null) throw new Error(`${program.spawnfile} ended as it started`);
    const socket = connect(port, "127.0.0.1");
    const isOpen = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await new Promise((next) => setTimeout(next, 50));
  }
}

/** A process that listens on the first port of a hundred owns the hundred until it ends, in any run of tests. */
async function claimHundred(): Promise<Own> {
  for (let tries = 0; tries < HUNDREDS; tries += 1) {
    const first = FIRST + HUNDRED * ((process.pid + tries) % HUNDREDS);
    const claim = await listenOn(first);
    claim?.unref();
    if (claim) return { first, next: 1 };
  }
  throw new Error("Other processes have all of the ports for tests");
}

async function isFree(port: number): Promise<boolean> {
  const probe = await listenOn(port);
  if (probe) await new Promise((closed) => probe.close(closed));
  return probe !== null;
}

function listenOn(port: number): Promise<Server | null> {
  return new Promise((done) => {
    const server = createServer().once("error", () => done(null));
    server.listen(port, () => done(server));
  });
}
