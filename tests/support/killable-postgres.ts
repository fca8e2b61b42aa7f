import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeTraversable } from "#scripts/files.mjs";
import { startPostgres } from "#scripts/postgres.mjs";
import { quietPort } from "./ports.ts";

/** `all`: every process in one moment, as when the power fails. `head`: the first alone; the others end when they notice. */
type Death = "all" | "head";

/** A PostgreSQL of the test's own with `fsync`, as an operator runs it. A test kills it and restarts it at the same address. */
export async function killablePostgres() {
  const directory = mkdtempSync(join(tmpdir(), "ageway-killable-"));
  makeTraversable(directory);
  const port = await quietPort();
  let server = await startPostgres({ directory, port });
  return {
    url: server.url,
    ownerUrl: server.ownerUrl,
    /** Answers when the last of its processes is gone. */
    async kill(death: Death) {
      // It stands still first, so that it starts no other while its processes are counted.
      process.kill(server.pid, "SIGSTOP");
      const doomed = [server.pid, ...(death === "all" ? childrenOf(server.pid) : [])];
      for (const pid of doomed) process.kill(pid, "SIGKILL");
      await server.exited;
    },
    /** Answers when it has read back what it had written down before it died. */
    async restart() {
      server = await startPostgres({ directory, port });
    },
    async remove() {
      await server.stop();
      for (const left of [directory, server.directory]) rmSync(left, { recursive: true, force: true });
    },
  };
}

function childrenOf(pid: number): number[] {
  const file = `/proc/${pid}/task/${pid}/children`;
  if (existsSync(file)) return numbersIn(readFileSync(file, "utf8"));
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
  return stdout.split("\n").flatMap((line) => {
    const [child, parent] = numbersIn(line);
    return parent === pid && child !== undefined ? child : [];
  });
}

function numbersIn(text: string): number[] {
  return (text.match(/\d+/g) ?? []).map(Number);
}
