import { connect, createServer, type Socket } from "node:net";
import { setTimeout as after } from "node:timers/promises";

/**
 * `delay`: each piece arrives late. `cut`: connections break, and new ones too. `hang`: nothing arrives any more, and nobody hangs
 * up. `half-close`: the other side says that it will send nothing more, and still reads.
 */
export const FAULTS = ["delay", "cut", "hang", "half-close"] as const;
type Fault = (typeof FAULTS)[number];

const DELAY_MS = 200;

type Pair = { inner: Socket; outer: Socket; isSilent: boolean };

/** Between the app and a server of its own on this machine: passes everything on, until it is told to do otherwise. */
export async function startFaultProxy(at: number, port: number) {
  let fault: Fault | null = null;
  const pairs = new Set<Pair>();
  const server = createServer({ allowHalfOpen: true }, (inner) => {
    if (fault === "cut") return void inner.resetAndDestroy();
    const outer = connect({ host: "127.0.0.1", port, allowHalfOpen: true });
    const pair = { inner, outer, isSilent: fault === "hang" };
    pairs.add(pair);
    pass(pair, inner, outer);
    pass(pair, outer, inner);
    if (fault === "half-close") inner.end();
  });

  function pass(pair: Pair, from: Socket, into: Socket): void {
    let passed: Promise<unknown> = Promise.resolve();
    const late = () => (fault === "delay" ? after(DELAY_MS) : null);
    from.on("data", (bytes) => {
      if (!pair.isSilent) passed = passed.then(late).then(() => into.writable && into.write(bytes));
    });
    from.once("end", () => {
      if (!pair.isSilent) void passed.then(() => into.end());
    });
    from.on("error", () => {});
    from.once("close", () => {
      pairs.delete(pair);
      // What was sent before the end still arrives.
      void passed.then(() => into.destroySoon());
    });
  }

  await new Promise<void>((done) => server.listen(at, "127.0.0.1", done));
  return {
    begin(begun: Fault): void {
      fault = begun;
      for (const pair of pairs)
        if (begun === "cut") for (const socket of [pair.inner, pair.outer]) socket.resetAndDestroy();
        else if (begun === "hang") pair.isSilent = true;
        else if (begun === "half-close") pair.inner.end();
    },
    /** New connections work again. Those that fell silent stay so. */
    end(): void {
      fault = null;
    },
    close(): void {
      for (const { inner, outer } of pairs) for (const socket of [inner, outer]) socket.destroy();
      server.close();
    },
  };
}
