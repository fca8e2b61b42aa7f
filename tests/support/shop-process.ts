import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

/** Starts a program that serves a shop at a port, and waits until it listens. */
export async function startShopProcess(
  [program = "", ...args]: readonly string[],
  port: number,
  settings: Record<string, string> = {},
  cwd?: string,
) {
  const surroundings = { PATH: process.env.PATH, PORT: String(port), NODE_ENV: "production" } as const;
  const child = spawn(program, args, {
    cwd,
    env: { ...settings, ...surroundings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  await once(child, "spawn").catch((fault) => {
    throw new Error(`${program} is not there: on Debian, npm test installs it`, { cause: fault });
  });
  const output = outputOf(child);
  const exited = once(child, "close");
  const url = `http://localhost:${port}/`;
  while (!(await isListening(url)))
    if (child.exitCode !== null) throw new Error(`${program} ended as it started:\n${output()}`);
  return {
    url,
    output,
    stop: async () => {
      child.kill();
      await exited;
    },
  };
}

/** What a program has written so far. */
export function outputOf(child: ChildProcess): () => string {
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  return () => output;
}

async function isListening(url: string): Promise<boolean> {
  const answer = await fetch(url).catch(() => null);
  await new Promise((next) => setTimeout(next, 20));
  return answer !== null;
}
