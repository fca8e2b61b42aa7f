import { createServer } from "node:net";

/**
 * As many free ports in a row as a program wants, below the range from which the system hands out ports to whoever listens or
 * calls: so they are still free when a server opens them later, and when it starts again.
 */
export async function freePorts(count: number): Promise<number[]> {
  for (;;) {
    const first = 20_000 + Math.floor(Math.random() * 10_000);
    const ports = Array.from({ length: count }, (_, n) => first + n);
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
