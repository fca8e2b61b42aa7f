import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** A program of `tests/packages/php`, which answers lines of JSON with lines of JSON: that it starts costs more than an answer. */
export async function startPhp(...args: readonly string[]) {
  // No program listens at this proxy: a client that used it would get no answer.
  const env = { ...process.env, http_proxy: "http://127.0.0.1:1" };
  const child = spawn("php", ["-d", "display_errors=stderr", ...args], { cwd: "tests/packages/php", env });
  await once(child, "spawn").catch((fault) => {
    throw new Error("php is not there: on Debian, npm test installs it", { cause: fault });
  });
  let faults = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    faults += text;
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const exited = once(child, "close");
  return {
    async ask<Answer>(question: unknown): Promise<Answer> {
      child.stdin.write(`${JSON.stringify(question)}\n`);
      const { value } = await lines.next();
      if (value === undefined || faults !== "") throw new Error(`PHP says:\n${faults}`);
      return JSON.parse(value);
    },
    async stop() {
      child.stdin.end();
      await exited;
    },
  };
}
