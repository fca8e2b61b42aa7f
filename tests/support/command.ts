import { spawn } from "node:child_process";
import { resolve } from "node:path";

/** Runs the operator's command as an operator does, with the server's keys, its database's address and what is named. */
export async function ageway(
  args: readonly string[],
  env: Record<string, string | undefined> = {},
  cwd = process.cwd(),
) {
  const { PATH, DATABASE_URL, AGEWAY_KEYS, MAIL_DIR } = process.env;
  const child = spawn(resolve("cli/ageway"), args, {
    cwd,
    env: { NODE_ENV: "production", PATH, DATABASE_URL, AGEWAY_KEYS, MAIL_DIR, ...env },
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
