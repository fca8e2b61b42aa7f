import { connect, type Socket } from "node:net";
import type { Load, Loaded } from "./load.ts";

/**
 * The load: HTTP/1.1 over raw sockets, in a process of its own. It writes requests that are ready as text and reads of an
 * answer only its status and where it ends, so that it takes far less CPU than any server.
 */
process.on("message", async (load: Load) => {
  const answer = await run(load).catch((fault: Error) => ({ fault: fault.message }));
  process.send?.(answer);
});
process.once("disconnect", () => process.exit());

/** Numbers `{n}` of a request, so that no two requests of a run are alike. */
let number = 0;

async function run({ port, requests, calls, connections, seconds, rate }: Load): Promise<Loaded> {
  const callers = await Promise.all(Array.from({ length: connections }, () => openCaller(port)));
  const parts = requests.map((text) => text.split("{n}") as [string, string?]);
  const [times, statuses]: [number[], Record<string, number>] = [[], {}];
  let next = 0;
  const nextText = () => {
    const [head = "", tail] = parts[next++ % parts.length] ?? [];
    return tail === undefined ? head : `${head}${++number}${tail}`;
  };
  // How long a server takes to open so many connections at once is no part of how fast it answers at a rate.
  if (rate !== null) await Promise.all(callers.map(({ ask }) => ask(nextText())));
  const cpu = process.cpuUsage();
  const began = performance.now();
  const until = began + seconds * 1_000;
  const isOver = () => performance.now() >= until || (calls !== null && next >= calls);
  const send = async (ask: Ask, since: number) => {
    const status = await ask(nextText());
    times.push(performance.now() - since);
    statuses[status] = (statuses[status] ?? 0) + 1;
  };
  const asks = callers.map(({ ask }) => ask);
  try {
    if (rate === null)
      await Promise.all(
        asks.map(async (ask) => {
          while (!isOver()) await send(ask, performance.now());
        }),
      );
    else await atRate(rate, until, asks, send);
  } finally {
    for (const { end } of callers) end();
  }
  const took = (performance.now() - began) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  const sorted = Float64Array.from(times).sort();
  const at = (q: number) => sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? 0;
  const latencies = { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
  return { calls: times.length, seconds: took, ...latencies, statuses, cpuMs: (user + system) / 1_000 };
}

/** Sends so many requests a second, whether answers come or not. A request that finds no free connection waits, and that counts. */
async function atRate(
  rate: number,
  until: number,
  asks: readonly Ask[],
  send: (ask: Ask, since: number) => Promise<void>,
): Promise<void> {
  const [idle, waiting, running]: [Ask[], number[], Set<Promise<void>>] = [[...asks], [], new Set()];
  const began = performance.now();
  let [due, fault]: [number, unknown] = [0, null];
  const dispatch = () => {
    while (waiting.length > 0) {
      const ask = idle.pop();
      if (!ask) return;
      const sent: Promise<void> = send(ask, waiting.shift() ?? 0)
        .catch((error: unknown) => {
          fault = error;
        })
        .then(() => {
          running.delete(sent);
          idle.push(ask);
          dispatch();
        });
      running.add(sent);
    }
  };
  for (let now = began; now < until && fault === null; now = performance.now()) {
    for (; due < ((now - began) * rate) / 1_000; due += 1) waiting.push(now);
    dispatch();
    await new Promise((done) => setTimeout(done, 1));
  }
  while (running.size > 0) await Promise.all(running);
  if (fault !== null) throw fault;
}

function open(port: number): Promise<Socket> {
  return new Promise((done, fail) => {
    const socket = connect({ port, host: "localhost", noDelay: true }, () => done(socket));
    socket.once("error", fail);
  });
}

/** Sends one request and resolves with the status of its answer. */
type Ask = (request: string) => Promise<number>;

/** One connection at a time. A server closes one that waits for its first request too long; then the next request opens another. */
async function openCaller(port: number): Promise<{ ask: Ask; end: () => void }> {
  let answered: (status: number) => void = () => {};
  let failed: (fault: Error) => void = () => {};
  const connected = async () => {
    const socket = await open(port);
    let read: Buffer | null = null;
    socket.on("data", (chunk) => {
      read = read === null ? chunk : Buffer.concat([read, chunk]);
      const length = lengthOf(read);
      if (length === null || read.length < length) return;
      const status = Number(read.toString("latin1", 9, 12));
      read = null;
      answered(status);
    });
    socket.once("close", () => failed(new Error("The server closed a connection")));
    return socket;
  };
  let socket = await connected();
  return {
    async ask(request) {
      if (!socket.writable) socket = await connected();
      return new Promise((done, fail) => {
        [answered, failed] = [done, fail];
        socket.write(request, "latin1");
      });
    },
    end: () => socket.destroy(),
  };
}

/** The bytes of the whole answer; `null`: not yet known. */
function lengthOf(read: Buffer): number | null {
  const end = read.indexOf("\r\n\r\n");
  if (end < 0) return null;
  const head = read.toString("latin1", 0, end);
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length !== undefined) return end + 4 + Number(length);
  if (!/\r\ntransfer-encoding: *chunked/i.test(head)) return end + 4;
  return read.subarray(-7).toString("latin1") === "\r\n0\r\n\r\n" ? read.length : null;
}
