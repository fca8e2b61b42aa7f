import { Worker } from "node:worker_threads";
import type { Report } from "#packages/gate-test/src/report.rules.ts";
import type { Examination } from "./examination.ts";

/** Lies beside this file, or beside the bundle that holds it. */
const PROGRAM = new URL(import.meta.url.endsWith(".ts") ? "examination.ts" : "examination.mjs", import.meta.url);
/** Gives room for sixty answers of a megabyte, and for the largest of them as a tree. */
const MEMORY = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16 };

/** Says how long a walk may take, and a test's own program in place of the walk. */
export type ExaminationLimits = { ms: number; program?: URL };

/** Walks in a thread, because a shop's page decides how long it takes to read. `null`: too much time or memory. */
export async function examineInThread(
  examination: Examination,
  onCase: () => void,
  { ms, program = PROGRAM }: ExaminationLimits,
): Promise<Report | null> {
  const thread = new Worker(program, { workerData: examination, env: {}, resourceLimits: MEMORY });
  const { promise, resolve, reject } = Promise.withResolvers<Report | null>();
  const timer = setTimeout(() => resolve(null), ms);
  thread.on("message", (message: "case" | Report) => (message === "case" ? onCase() : resolve(message)));
  thread.once("error", (fault: NodeJS.ErrnoException) =>
    fault.code === "ERR_WORKER_OUT_OF_MEMORY" ? resolve(null) : reject(fault),
  );
  thread.once("exit", () => reject(new Error("The thread of a walk ended without a report")));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    await thread.terminate();
  }
}
