import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** `heapMb`: of objects and buffers; `rssMb`: of the process. Both at their most. */
export type Measured = { answer: unknown; times: number[]; rssMb: number; heapMb: number };

const RUN = `
  const [module, verb, args, runs] = JSON.parse(process.argv[1]);
  const { [verb]: work } = await import(module);
  const { closeDatabase, database } = await import("#lib/runtime/database.ts");
  await database().execute("SELECT 1");
  // What it took to read the sources is none of the verb's.
  gc();
  let [rss, heap, answer] = [0, 0, null];
  const sampler = setInterval(() => {
    const now = process.memoryUsage();
    [rss, heap] = [Math.max(rss, now.rss), Math.max(heap, now.heapUsed + now.external)];
  }, 5);
  const times = [];
  for (let run = 0; run < runs; run += 1) {
    const began = performance.now();
    answer = await work(...args);
    times.push(performance.now() - began);
  }
  clearInterval(sampler);
  await closeDatabase();
  console.log(JSON.stringify({ answer, times, rssMb: Math.round(rss / 2 ** 20), heapMb: Math.round(heap / 2 ** 20) }));`;

/** Does a verb of ours in a process of its own, so many times, and looks every five milliseconds what memory that takes. */
export async function measure(module: string, verb: string, args: unknown[], runs = 1): Promise<Measured> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--expose-gc", "--input-type=module", "--eval", RUN, JSON.stringify([module, verb, args, runs])],
    { env: { ...process.env, LOG_LEVEL: "silent" }, maxBuffer: 2 ** 26 },
  );
  return JSON.parse(stdout) as Measured;
}
