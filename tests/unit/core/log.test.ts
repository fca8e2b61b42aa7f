import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";

const ANSWERED = `logSoon({ event: "answered", status: 200, reason: undefined }, 1.2);`;

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

test.for(["", "loud"])(
  "a level %j, which is none, keeps no process from saying what is wrong with its settings",
  (LOG_LEVEL) => {
    expect(eventsOf(`log.debug({ event: "unsaid" }); log.info({ event: "said" });`, { LOG_LEVEL })).toEqual(["said"]);
  },
);

test("a line of a request has its id; of a shop's call also whose it is", () => {
  const request = { traceId: "4bf9", organizationId: "01a2-0e9d", pluginKeyId: "01a2-af36" };
  const given = [request, { traceId: "4bf9" }].map(
    (one) => `logSoon({ event: "answered" }, 3, ${JSON.stringify(one)});`,
  );
  const output = execFileSync(process.execPath, program(given.join(" ")), {
    env: { ...process.env, LOG_LEVEL: "info" },
    encoding: "utf8",
  });
  const lines = output.trim().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ event: "answered", ms: 3, ...request }),
    { level: 30, time: expect.any(String), event: "answered", ms: 3, traceId: "4bf9" },
  ]);
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
