import { spawn } from "node:child_process";
import { bundle } from "./bundle.ts";

/**
 * Starts a process that runs one verb of ours once and writes only its log. `env` is added to the environment of this process.
 */
export function startVerb(module: string, verb: string, env: Record<string, string> = {}) {
  const program = `import { ${verb} } from "${module}"; import { closeDatabase } from "#lib/runtime/database.ts";
    import { loadConfiguration } from "#lib/eid/read-providers.ts";
    loadConfiguration();
    await ${verb}(); await closeDatabase();`;
  const child = spawn(process.execPath, [bundle(program)], {
    env: { ...process.env, LOG_LEVEL: "info", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let log = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    log += text;
  });
  const ended = new Promise<{ status: number | null; log: string }>((done) =>
    child.once("close", (status) => done({ status, log })),
  );
  return { ended, kill: () => child.kill("SIGKILL") };
}
