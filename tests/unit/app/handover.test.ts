import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";

const HEAD = "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";

const program = spawn(process.execPath, ["tests/support/handover-program.ts"], {
  stdio: ["ignore", "pipe", "inherit"],
});
let [port, pids]: [number, number[]] = [0, []];

beforeAll(async () => {
  const [line] = await once(program.stdout, "data");
  ({ port, pids } = JSON.parse(String(line)));
});

// Its workers end with it.
afterAll(async () => {
  const ended = once(program, "exit");
  program.kill("SIGKILL");
  await ended;
});

test("a head that does not come whole has its time, as where the server listens itself", async () => {
  expect(await open(HEAD.slice(0, 20)).text).toMatch(/^HTTP\/1\.1 408 /);
});

test("a connection beyond the most of a worker is closed, and none before", async () => {
  const six = Array.from({ length: 6 }, () => open(HEAD.replace("/", "/stay")));
  const closed = (await Promise.all(six.map(({ isAnswered }) => isAnswered))).filter((is) => !is).length;
  for (const pid of pids) process.kill(pid, "SIGUSR2");
  const texts = await Promise.all(six.map(({ text }) => text));
  expect(texts.filter((text) => text.includes("by "))).toHaveLength(6 - closed);
  // Two of six are beyond the most of both; a worker that is quicker than the other, or alone, may be handed more than three.
  expect(closed).toBeGreaterThanOrEqual(2);
  expect(closed).toBeLessThanOrEqual(4);
});

test("what a worker was sent and has not taken is answered by another when it ends", async () => {
  const [hung = 0, other = 0] = pids;
  process.kill(hung, "SIGSTOP");
  const two = [open(HEAD), open(HEAD)];
  // One of them waits for the worker that stands still.
  expect(await Promise.race(two.map(({ text }) => text))).toContain(`by ${other}`);
  process.kill(hung, "SIGKILL");
  for (const { text } of two) expect(await text).toContain(`by ${other}`);
  // Nobody starts the other again.
  pids = [other];
});

function open(sent: string) {
  const socket = connect(port, "127.0.0.1").setEncoding("utf8");
  onTestFinished(() => void socket.destroy());
  if (sent) socket.write(sent);
  const answered = Promise.withResolvers<boolean>();
  const ended = Promise.withResolvers<string>();
  let received = "";
  socket.on("data", (text) => {
    received += text;
    answered.resolve(true);
  });
  // A connection that is closed before its head is read is reset.
  socket.on("error", () => {});
  socket.on("close", () => {
    answered.resolve(false);
    ended.resolve(received);
  });
  return { isAnswered: answered.promise, text: ended.promise };
}
