import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from "node:fs";
import { availableParallelism, cpus, loadavg } from "node:os";
import { join } from "node:path";
import { quantile } from "./quantile.ts";
import type { BenchWorld } from "./world.ts";

const SYNCS = 200;

/** Says what the figures depend on. `fdatasyncMs`: of 8 KB in the folder that holds the database. `load`: of the last minute. */
export async function machineOf({ directory, owner }: BenchWorld) {
  const [row] = await owner.execute<{ version: string }>("SELECT current_setting('server_version') AS version");
  const [first] = cpus();
  return {
    cores: availableParallelism(),
    cpu: first?.model.trim() ?? "unknown",
    node: process.version,
    postgresql: row?.version ?? "unknown",
    fdatasyncMs: fdatasyncMs(directory),
    load: Math.round((loadavg()[0] ?? 0) * 10) / 10,
  };
}

export type Machine = Awaited<ReturnType<typeof machineOf>>;

function fdatasyncMs(directory: string): { p50: number; p99: number } {
  const file = join(directory, "fdatasync");
  const handle = openSync(file, "w");
  const page = Buffer.alloc(8_192, 1);
  const times = Array.from({ length: SYNCS }, () => {
    const began = performance.now();
    writeSync(handle, page);
    fdatasyncSync(handle);
    return performance.now() - began;
  });
  closeSync(handle);
  rmSync(file);
  const rounded = (q: number) => Math.round(quantile(times, q) * 1_000) / 1_000;
  return { p50: rounded(0.5), p99: rounded(0.99) };
}
