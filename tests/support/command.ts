import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { vi } from "vitest";
import { formatFault } from "#cli/format.ts";
import { asJson, program } from "#cli/program.ts";
import { COMPILE_CACHE } from "./app.ts";

type Answered = { status: number; out: string; err: string };

/**
 * Runs the operator's command. In this process, which has the same configuration and starts nothing; with an environment or
 * a folder of its own, as a process of its own.
 */
export function ageway(
  args: readonly string[],
  env: Record<string, string | undefined> = {},
  cwd = process.cwd(),
): Promise<Answered> {
  const isOurs = Object.keys(env).length === 0 && cwd === process.cwd();
  return isOurs ? inProcess(args) : spawnAgeway(args, env, cwd);
}

/** Runs the operator's command as an operator does, with the server's keys, its database's address and what is named. */
export async function spawnAgeway(
  args: readonly string[],
  env: Record<string, string | undefined> = {},
  cwd = process.cwd(),
): Promise<Answered> {
  const { PATH, DATABASE_URL, AGEWAY_KEYS, MAIL_DIR } = process.env;
  const child = spawn(resolve("cli/ageway"), args, {
    cwd,
    env: { NODE_ENV: "production", PATH, DATABASE_URL, AGEWAY_KEYS, MAIL_DIR, ...COMPILE_CACHE, ...env },
  });
  let [out, err] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text) => {
    out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text) => {
    err += text;
  });
  const status = await new Promise<number>((done) => child.once("close", done));
  return { status, out, err };
}

/** What it answers to machines, where it is not refused. */
export async function agewayJson<Value>(...args: string[]): Promise<Value> {
  const { status, out, err } = await ageway([...args, "--json"]);
  if (status !== 0) throw new Error(err);
  return JSON.parse(out) as Value;
}

/** Thrown where the command ends its process. */
class Exit extends Error {
  status: number;

  constructor(status: number) {
    super("The command ended");
    this.status = status;
  }
}

let before: Promise<unknown> = Promise.resolve();

/** One after the other, because the standard output and the exit status belong to the whole process. */
function inProcess(args: readonly string[]): Promise<Answered> {
  const answered = before.then(() => run(args));
  before = answered.catch(() => {});
  return answered;
}

async function run(args: readonly string[]): Promise<Answered> {
  const output = { out: "", err: "" };
  const take = (to: keyof typeof output) => (text: unknown) => {
    output[to] += String(text);
    return true;
  };
  const line = (to: keyof typeof output) => (text: unknown) => void take(to)(`${text}\n`);
  const spies = [
    vi.spyOn(process.stdout, "write").mockImplementation(take("out")),
    vi.spyOn(process.stderr, "write").mockImplementation(take("err")),
    vi.spyOn(console, "log").mockImplementation(line("out")),
    vi.spyOn(console, "error").mockImplementation(line("err")),
    vi.spyOn(process, "exit").mockImplementation((status) => {
      throw new Exit(Number(status));
    }),
  ];
  const exitCode = process.exitCode;
  process.exitCode = 0;
  try {
    await program.parseAsync(args, { from: "user" });
    return { status: Number(process.exitCode), ...output };
  } catch (fault) {
    if (fault instanceof Exit) return { status: fault.status, ...output };
    formatFault(fault, asJson());
    return { status: Number(process.exitCode), ...output };
  } finally {
    process.exitCode = exitCode;
    for (const spy of spies) spy.mockRestore();
  }
}
