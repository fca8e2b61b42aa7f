import { spawn } from "node:child_process";

/**
 * Starts a process that runs one verb of ours once and writes only its log. `env` is added to the environment of this process.
 */
export function startVerb(module: string, verb: string, env: Record<string, string> = {}) {
  const program = `const { ${verb} } = await import("${module}"); await ${verb}();
    const { closeDatabase } = await import("#lib/core/database.ts"); await closeDatabase();`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
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
