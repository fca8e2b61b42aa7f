import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeTraversable } from "#scripts/files.mjs";
import { startPostgres } from "#scripts/postgres.mjs";
import { freePort } from "./ports.ts";
import { killTree } from "./process-tree.ts";

/** `all`: every process in one moment, as when the power fails. `head`: the first alone; the others end when they notice. */
type Death = "all" | "head";

/** A PostgreSQL of the test's own with `fsync`, as an operator runs it. A test kills it and restarts it at the same address. */
export async function killablePostgres() {
  const directory = mkdtempSync(join(tmpdir(), "ageway-killable-"));
  makeTraversable(directory);
  const port = await freePort();
  let server = await startPostgres({ directory, port });
  return {
    url: server.url,
    ownerUrl: server.ownerUrl,
    /** Answers when the last of its processes is gone. */
    async kill(death: Death) {
      if (death === "all") killTree(server.pid);
      else process.kill(server.pid, "SIGKILL");
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
