import { closeSync, mkdirSync, openSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import type { HistoryLine, HistoryOperation, OperationResult } from "./history.rules.ts";

export type History = ReturnType<typeof openHistory>;

/** What clients asked for and heard, as it happens: lines of JSON in a file, and the same in memory for the rule that judges them. */
export function openHistory(file: string) {
  mkdirSync(dirname(file), { recursive: true });
  const output = openSync(file, "w");
  const lines: HistoryLine[] = [];
  let operations = 0;
  const write = (line: HistoryLine) => {
    lines.push(line);
    writeSync(output, `${JSON.stringify(line)}\n`);
  };
  return {
    file,
    lines: lines as readonly HistoryLine[],
    begin(operation: HistoryOperation) {
      operations += 1;
      const n = operations;
      write({ n, at: performance.now(), phase: "invoke", operation });
      const end = (phase: "fail" | "unknown") => (why: string) => write({ n, at: performance.now(), phase, why });
      return {
        ok: (result: OperationResult) => write({ n, at: performance.now(), phase: "ok", result }),
        fail: end("fail"),
        unknown: end("unknown"),
      };
    },
    close: () => closeSync(output),
  };
}
