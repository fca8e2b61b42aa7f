import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";

const START_MS = 60_000;

/** A server in a process of its own, once it listens. `began`: how long that took, in milliseconds. */
export type Program = { pid: number; port: number; began: number; log: string; stop: () => Promise<void> };

/** `args`: of Node. The output goes to a file in `folder`, as a server's log goes to a pipe or a file in production. */
export async function startProgram(
  args: readonly string[],
  { env, port, folder }: { env: Record<string, string>; port: number; folder: string },
): Promise<Program> {
  const log = join(folder, `${port}.log`);
  const output = openSync(log, "w");
  const began = performance.now();
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, ...env, PORT: String(port), NODE_ENV: "production" },
    // Ours end when this channel closes, so that they do not outlive a bench that is killed.
    stdio: ["ignore", output, output, "ipc"],
  });
  closeSync(output);
  const exited = once(child, "exit");
  while (!(await listens(port))) {
    if (performance.now() - began > START_MS || child.exitCode !== null) {
      child.kill("SIGKILL");
      throw new Error(`${args.join(" ")} does not start:\n${readFileSync(log, "utf8").slice(-2_000)}`);
    }
    await new Promise((next) => setTimeout(next, 10));
  }
  return {
    pid: child.pid ?? 0,
    port,
    began: performance.now() - began,
    log,
    async stop() {
      child.kill("SIGTERM");
      await exited;
    },
  };
}

function listens(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect({ port, host: "localhost" }, () => done(true));
    socket.once("error", () => done(false)).once("close", () => done(false));
    socket.once("connect", () => socket.destroy());
  });
}
