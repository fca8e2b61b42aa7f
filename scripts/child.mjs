import { spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import { join } from "node:path";

const READY_TIMEOUT_MS = 60_000;
/** More than the app takes after it closes (`server/stop.ts`). */
const STOP_TIMEOUT_MS = 35_000;

/**
 * Starts a program of ours, which sends `{ ready: true }` and ends with this process, also a killed one, as its channel closes. In
 * a process group of its own, Ctrl-C does not reach it. `delayMs`: how long it is told to wait before it stops.
 */
export function startChild(name, program, env, logs, { flags = [], toStandardOutput = false, delayMs = 0 } = {}) {
  const child = spawn(process.execPath, [...flags, program], {
    env,
    detached: true,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const lastLines = collect(child, toStandardOutput ? process.stdout : createWriteStream(join(logs, `${name}.log`)));
  const exited = new Promise((done) => child.once("close", () => done(lastLines())));
  const ready = new Promise((done, fail) => {
    child.on("message", (message) => message?.ready && done());
    child.once("close", () => fail(new Error(`${program} ended as it started:\n${lastLines()}`)));
    setTimeout(() => fail(new Error(`${program} does not get ready:\n${lastLines()}`)), READY_TIMEOUT_MS).unref();
  });
  ready.catch(() => {});
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill("SIGTERM");
      const timer = setTimeout(() => child.kill("SIGKILL"), delayMs + STOP_TIMEOUT_MS);
      await exited;
      clearTimeout(timer);
    }
    // One that was still starting ends by the signal itself.
    return child.exitCode ?? (child.signalCode === "SIGTERM" ? 0 : 1);
  };
  return { exited, ready, stop, hurry: () => child.kill("SIGTERM") };
}

/** Runs a program to its end and answers what it sends. Its standard output is its log. */
export async function runChild(name, program, env, logs) {
  const child = spawn(process.execPath, [program], { env, stdio: ["ignore", "pipe", "pipe", "ipc"] });
  let result;
  child.once("message", (message) => {
    result = message;
  });
  const lastLines = collect(child, createWriteStream(join(logs, `${name}.log`)));
  const code = await new Promise((done) => child.once("close", done));
  if (code !== 0) throw new Error(`${program} did not work:\n${lastLines()}`);
  return result;
}

function collect(child, log) {
  const lines = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.pipe(log, { end: log !== process.stdout });
    stream.setEncoding("utf8").on("data", (text) => {
      lines.push(...text.trimEnd().split("\n"));
      lines.splice(0, lines.length - 20);
    });
  }
  return () => lines.join("\n");
}
