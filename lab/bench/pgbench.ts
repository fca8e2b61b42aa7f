import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { databaseAt } from "#db/address.ts";
import { connect } from "#db/client.ts";
import { preparedStatement } from "#db/prepared.ts";
import { latenciesOf } from "./quantile.ts";
import type { BenchShop } from "./shop.ts";
import { oneStatement } from "./statement.ts";
import type { Turn } from "./turn.ts";

/** Which program sends the one statement: `pgbench`, or connections of this Node where there is none on the PATH. */
export function statementClient(): "pgbench" | "node" {
  return spawnSync("pgbench", ["--version"]).status === 0 ? "pgbench" : "node";
}

/** The one statement, prepared, over and over on so many connections, for an organization that nobody else writes for. */
export function runStatement(
  { url, directory }: { url: string; directory: string },
  { key, host }: BenchShop,
  connections: number,
  seconds: number,
): Promise<Turn> {
  const text = oneStatement({ key: `'${key}'`, host: `'${host}'`, id: "uuidv7()" });
  return statementClient() === "pgbench"
    ? withPgbench(text, url, directory, connections, Math.max(1, Math.round(seconds)))
    : withNode(text, url, connections, seconds);
}

async function withPgbench(
  text: string,
  url: string,
  directory: string,
  connections: number,
  seconds: number,
): Promise<Turn> {
  const { hostname, port, username, password, pathname } = new URL(url);
  const folder = mkdtempSync(join(directory, "pgbench-"));
  try {
    const script = join(folder, "statement.sql");
    writeFileSync(script, text);
    const threads = Math.min(connections, Math.max(1, Math.floor(availableParallelism() / 2)));
    const options = { "-h": hostname, "-p": port, "-U": username, "-c": connections, "-j": threads, "-T": seconds };
    const args = Object.entries(options).flatMap(([name, value]) => [name, String(value)]);
    const { stdout } = await promisify(execFile)(
      "pgbench",
      ["-n", "-M", "prepared", "-l", "--log-prefix=calls", "-f", script, ...args, pathname.slice(1)],
      { cwd: folder, env: { ...process.env, PGPASSWORD: password, PGOPTIONS: "-c role=ageway_app" } },
    );
    // A line a call: client, number, microseconds, … A thread that made none leaves an empty file.
    const times = readdirSync(folder)
      .filter((name) => name.startsWith("calls"))
      .flatMap((name) => readFileSync(join(folder, name), "utf8").split("\n"))
      .filter((line) => line !== "")
      .map((line) => Number(line.split(" ")[2]) / 1_000);
    const rate = Number(/tps = ([\d.]+) \(without/.exec(stdout)?.[1]);
    return { ...latenciesOf(times), rps: rate, loadCpuMs: null };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function withNode(text: string, url: string, connections: number, seconds: number): Promise<Turn> {
  const insert = preparedStatement(text);
  const clients = Array.from({ length: connections }, () => connect(databaseAt(url), { max: 1 }));
  await Promise.all(clients.map((client) => client.execute("SELECT 1")));
  const times: number[] = [];
  const cpu = process.cpuUsage();
  const began = performance.now();
  const until = began + seconds * 1_000;
  await Promise.all(
    clients.map(async (client) => {
      for (let since = began; since < until; since = performance.now()) {
        await insert(client);
        times.push(performance.now() - since);
      }
    }),
  );
  const rps = (times.length * 1_000) / (performance.now() - began);
  const { user, system } = process.cpuUsage(cpu);
  await Promise.all(clients.map((client) => client.$client.end({ timeout: 5 })));
  return { ...latenciesOf(times), rps, loadCpuMs: (user + system) / 1_000 };
}
