import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Platform, Snippet } from "#app/(dashboard)/dashboard/connect/_snippets/snippets.ts";

/** How the platforms that listen are started, at a port. */
const COMMANDS = {
  node: (file: string) => [process.execPath, file],
  next: (file: string) => [process.execPath, join(import.meta.dirname, "next-route.mjs"), file],
  php: (file: string, port: number) => ["php", "-S", `localhost:${port}`, file],
  laravel: (_: string, port: number) => ["php", "-S", `localhost:${port}`, join(import.meta.dirname, "laravel.php")],
  python: (file: string) => ["python3", file],
} as const satisfies Partial<Record<Platform, (file: string, port: number) => string[]>>;

export type Backend = keyof typeof COMMANDS;

export const BACKENDS = Object.keys(COMMANDS) as Backend[];

/** A snippet as a member would run it: copied into a file, started, listening. */
export async function startSnippet(
  platform: Backend,
  { file, code }: Pick<Snippet, "file" | "code">,
  folder: string,
  port: number,
  { settings = {}, flags = [] }: { settings?: Record<string, string>; flags?: string[] } = {},
) {
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, code);
  const [program = "", ...args] = COMMANDS[platform](path, port);
  return startSnippetShop([program, ...flags, ...args], port, { ...settings, CONTROLLER: path });
}

/** A program that serves a shop at a port, from when it listens. */
export async function startSnippetShop(
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
