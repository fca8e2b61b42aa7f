import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { oldParts } from "#scripts/built.mjs";
import { heapFlags, MALLOC } from "#scripts/heap.mjs";

/** Tests ask much in a short time: with more room for young garbage a start and a page take a tenth less of the processor's time. */
const ROOM = "--max-semi-space-size=8";
const SERVER = [ROOM, ...heapFlags(ROOM), ".next/server.mjs"];

/** Where Node keeps what it compiled, so that the next process of the same build starts in less of the processor's time. */
export const COMPILE_CACHE = { NODE_COMPILE_CACHE: resolve("node_modules/.cache/ageway") };

/** The built app as a process of its own, answering. `program`: what starts it; a port is appended where it takes one. */
export async function startApp(env: Record<string, string>, port: number, program: string[] = SERVER) {
  const app = spawnApp(env, port, program);
  let isOver = false;
  void app.ended.then(() => {
    isOver = true;
  });
  while (!(await isLive(port))) {
    if (isOver) {
      await app.kill();
      throw new Error(`${program[0]} does not start:\n${app.output()}`);
    }
    await new Promise((next) => setTimeout(next, 50));
  }
  return app;
}

/** Files load this module anew, and the process keeps that its build is as new as the sources. */
const shared = globalThis as { agewayIsBuilt?: boolean };

/** The same before it answers, or when it ends without ever doing so. */
export function spawnApp(env: Record<string, string>, port: number, program: string[] = SERVER) {
  if (!shared.agewayIsBuilt) refuseOldBuild();
  shared.agewayIsBuilt = true;
  const child = spawn(process.execPath, program === SERVER ? program : [...program, String(port)], {
    env: {
      PATH: process.env.PATH,
      ...COMPILE_CACHE,
      ...MALLOC,
      ...env,
      PORT: String(port),
      NODE_ENV: "production",
    } as NodeJS.ProcessEnv,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  const exited = once(child, "close");
  const ended = exited.then(([status]) => status as number | null);
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return ended;
  };
  return {
    url: `http://localhost:${port}`,
    pid: child.pid,
    /** Everything it has written so far. */
    output: () => output,
    /** Its status, once it ended by itself or at a signal. */
    ended,
    stop: () => end("SIGTERM"),
    kill: () => end("SIGKILL"),
  };
}

/** A green test of an old build says nothing about the sources. */
export function refuseOldBuild(root = "."): void {
  if (oldParts(root).length > 0)
    throw new Error("The build is older than the sources. Build them first: node scripts/prepare.mjs start");
}

async function isLive(port: number): Promise<boolean> {
  const answer = await fetch(`http://localhost:${port}/api/health/live`).catch(() => null);
  return answer?.ok === true;
}

/** Port 1 refuses every connection. */
export const NO_DATABASE = { DATABASE_URL: "postgres://nobody:nothing@127.0.0.1:1/nowhere" };
