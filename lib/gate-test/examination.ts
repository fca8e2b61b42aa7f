import { parentPort, workerData } from "node:worker_threads";
import { type Options, walk } from "#packages/gate-test/src/walk.ts";
import type { Grounds } from "./grounds.ts";
import { guardedFetch } from "./guarded-fetch.ts";

export type Examination = Pick<Options, "url" | "address" | "secret" | "start" | "protects"> & { grounds: Grounds };

/** The thread of one walk, which `examineInThread` starts. It posts a message for each case that ends, and last the report. */
const { grounds, ...given } = workerData as Examination;
const onCase = () => parentPort?.postMessage("case");
parentPort?.postMessage(await walk({ ...given, fetch: guardedFetch(grounds), onCase }));
