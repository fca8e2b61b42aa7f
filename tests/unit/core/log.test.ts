import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";

const ANSWERED = `logSoon({ event: "answered", status: 200, reason: undefined, ms: 1 });`;

function program(text: string): string[] {
  return ["--input-type=module", "--eval", `import { log, logSoon } from "#lib/core/log.ts"; ${text}`];
}

/** The events that a process logs. */
function eventsOf(text: string, env: Record<string, string> = {}): unknown[] {
  const given = { ...process.env, LOG_LEVEL: "info", ...env };
  const output = execFileSync(process.execPath, program(text), { env: given, encoding: "utf8" });
  return output.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line).event]));
}

test("a line that waits has the form of any other", () => {
  const output = execFileSync(
    process.execPath,
    program(`log.info({ event: "answered", status: 200, ms: 1 }); ${ANSWERED}`),
    {
      env: { ...process.env, LOG_LEVEL: "info" },
      encoding: "utf8",
    },
  );
  const [written, waited] = output
    .replaceAll(/\d{4}-[^"]+Z/g, "TIME")
    .trim()
    .split("\n");
  expect(waited).toBe(written);
});

test("lines that wait are written before the next one of another kind, and when the process ends", () => {
  expect(eventsOf(`${ANSWERED} log.error({ event: "crashed" }); ${ANSWERED} process.exit();`)).toEqual([
    "answered",
    "crashed",
    "answered",
  ]);
});

test("a line that waits is written soon, and keeps no process alive", async () => {
  expect(eventsOf(ANSWERED)).toEqual(["answered"]);
  const child = spawn(process.execPath, program(`${ANSWERED} setInterval(() => {}, 1_000);`), {
    env: { ...process.env, LOG_LEVEL: "info" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [line] = await once(child.stdout.setEncoding("utf8"), "data");
  expect(JSON.parse(line)).toMatchObject({ event: "answered" });
});

test("a level above hides them", () => {
  expect(eventsOf(ANSWERED, { LOG_LEVEL: "warn" })).toEqual([]);
});
