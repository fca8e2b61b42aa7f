import { createServer } from "node:net";

/** As many free ports in a row as a program wants. */
export async function freePorts(count: number): Promise<number[]> {
  for (;;) {
    const first = await anyPort();
    const ports = Array.from({ length: count }, (_, n) => first + n);
    if (first + count < 65_536 && (await Promise.all(ports.map(isFree))).every(Boolean)) return ports;
  }
}

export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1);
  return port;
}

/** A port below the range from which the system hands out ports: a server finds it free later, and when it starts again. */
export async function quietPort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    if (await isFree(port)) return port;
  }
}

function anyPort(): Promise<number> {
  return new Promise((done) => {
    const probe = createServer().listen(0, () => {
      const address = probe.address();
      probe.close(() => done(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer().once("error", () => done(false));
    probe.listen(port, () => probe.close(() => done(true)));
  });
}
