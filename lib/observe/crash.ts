import { faultOf, log } from "./log.ts";

/** Ends this process, or the thread of the jobs with it, at a fault that nobody caught: nobody knows what state it left behind. */
export function exitOnCrash(): void {
  process.on("uncaughtException", (fault) => {
    log.fatal({ event: "crashed", ...faultOf(fault) });
    process.exit(1);
  });
}
