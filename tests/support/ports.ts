import { createServer } from "node:net";

/** Each process of the tests takes from a hundred of its own, so that two never find the same port free. */
const HUNDRED = 20_000 + 100 * (process.pid % 100);
let next = 0;

/**
 * As many free ports in a row as a program wants, below the range from which the system hands out ports to whoever listens or
 * calls: so they are still free when a server opens them later, and when it starts again.
 */
export async function freePorts(count: number): Promise<number[]> {
  for (;;) {
    if (next + count > 100) next = 0;
    const ports = Array.from({ length: count }, (_, n) => HUNDRED + next + n);
    next += count;
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return ports;
  }
}

export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1);
  return port;
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer().once("error", () => done(false));
    probe.listen(port, () => probe.close(() => done(true)));
  });
}
