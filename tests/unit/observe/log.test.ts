import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";

const ANSWERED = `log.info({ event: "answered" });`;

function program(text: string): string[] {
  const imports = `import { log } from "#lib/observe/log.ts"; import { asRequest } from "#lib/observe/request-context.ts";`;
  return ["--input-type=module", "--eval", `${imports} ${text}`];
}

/** The lines that a process logs. */
function linesOf(text: string, env: Record<string, string> = {}): { event: string }[] {
  const given = { ...process.env, LOG_LEVEL: "info", ...env };
  const output = execFileSync(process.execPath, program(text), { env: given, encoding: "utf8" });
  return output.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
}

function eventsOf(text: string, env: Record<string, string> = {}): string[] {
  return linesOf(text, env).map(({ event }) => event);
}

test.for(["", "loud"])(
  "a level %j, which is none, keeps no process from saying what is wrong with its settings",
  (LOG_LEVEL) => {
    expect(eventsOf(`log.debug({ event: "unsaid" }); log.info({ event: "said" });`, { LOG_LEVEL })).toEqual(["said"]);
  },
);

test("a line of a request has its id; of a shop's call also whose it is", () => {
  const request = { traceId: "4bf9", organizationId: "01a2-0e9d", pluginKeyId: "01a2-af36" };
  const given = [request, { traceId: "4bf9" }].map(
    (one) => `asRequest({ peer: "", ...${JSON.stringify(one)} }, () => ${ANSWERED.slice(0, -1)});`,
  );
  expect(linesOf(given.join(" "))).toEqual([
    expect.objectContaining({ event: "answered", ...request }),
    { level: 30, time: expect.any(String), event: "answered", traceId: "4bf9" },
  ]);
});

test("lines that wait are written before a warning, and when the process ends", () => {
  expect(eventsOf(`${ANSWERED} log.error({ event: "crashed" }); ${ANSWERED} process.exit();`)).toEqual([
    "answered",
    "crashed",
    "answered",
  ]);
});

test("a warning is there although the process is killed", () => {
  const text = `${ANSWERED} log.warn({ event: "ends" }); process.kill(process.pid, "SIGKILL"); setInterval(() => {}, 1_000);`;
  const killed = expect.objectContaining({
    signal: "SIGKILL",
    stdout: expect.stringMatching(/"answered"[\s\S]*"ends"/),
  });
  expect(() => linesOf(text)).toThrow(killed);
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
