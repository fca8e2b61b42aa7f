import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { answerIn, type ClientQuestion, type Said } from "./client-answer.rules.ts";
import { sendToGroup } from "./shop-process.ts";
import type { Terminal } from "./terminal.ts";

type Surroundings = Pick<Terminal, "environment" | "errors" | "folder">;

/** How long a client may take to answer, whatever its own deadline. `go run` compiles first. */
const LIMIT_MS = 60_000;
/** How long after a line another may come that belongs to the same case. */
const MORE_MS = 20;

/**
 * A program that answers each line of JSON with one: started at the first question, and again after what is no answer. What it
 * printed beside that would count for the next case.
 */
export function clientProgram(command: readonly string[], surroundings: Surroundings, limitMs = LIMIT_MS) {
  let running: ReturnType<typeof start> | null = null;
  const stop = () => {
    running?.kill();
    running = null;
  };
  return {
    async ask(question: ClientQuestion): Promise<Said> {
      running ??= start(command, surroundings);
      const said = await Promise.race([
        running.ask(question),
        sleep(limitMs, { silence: `It did not answer within ${limitMs / 1_000} seconds.` }, { ref: false }),
      ]);
      if ("silence" in said || answerIn(said.line) === null) stop();
      return said;
    },
    stop,
  };
}

function start([program = "", ...words]: readonly string[], { environment, errors, folder }: Surroundings) {
  const isWindows = process.platform === "win32";
  const child = spawn(program, words, {
    cwd: folder,
    env: environment as NodeJS.ProcessEnv,
    stdio: ["pipe", "pipe", "pipe"],
    detached: !isWindows,
    shell: isWindows,
  });
  const over = new Promise<Said>((done) => {
    child.once("error", ({ message }) => done({ silence: `It cannot be started: ${message}.` }));
    child.once("close", (status, signal) => done({ silence: `It ended, with ${status ?? signal}.` }));
  });
  // What it can no longer hear, its end says.
  child.stdin.on("error", () => {});
  child.stderr.pipe(errors, { end: false });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  let next = lines.next();
  return {
    async ask(question: ClientQuestion): Promise<Said> {
      child.stdin.write(`${JSON.stringify(question)}\n`);
      const { value, done } = await next;
      if (done) return over;
      next = lines.next();
      const more = await Promise.race([next, sleep(MORE_MS, null, { ref: false })]);
      return { line: more?.value === undefined ? value : `${value} and ${more.value}` };
    },
    // Also what a command such as `go run` started.
    kill: () => sendToGroup(child, "SIGKILL"),
  };
}
