import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test, vi } from "vitest";
import { heartbeatOf } from "#app/_server/heartbeat.ts";

const PROGRAM = `
  import { answerHeartbeat } from "#app/_server/heartbeat.ts";
  answerHeartbeat();
  process.send({});`;
const TIMES = { askMs: 10, maxOpen: 40, maxOpenAtStart: 80 };

/** A process that answers, and is watched. */
async function monitored(times = TIMES) {
  const child = spawn(process.execPath, ["--input-type=module", "--eval", PROGRAM], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child, "message");
  const onHung = vi.fn();
  return { child, onHung, ...heartbeatOf(child, onHung, times) };
}

test("a process that stands still is silent at first, and hung in the end", async () => {
  const { child, onHung, isSilent } = await monitored();
  for (let n = 0; n < 3; n += 1) await once(child, "message");
  expect(isSilent()).toBe(false);
  child.kill("SIGSTOP");
  await expect.poll(isSilent, { interval: 1 }).toBe(true);
  expect(onHung).not.toHaveBeenCalled();
  await expect.poll(() => onHung.mock.calls.length, { interval: 1 }).toBe(1);
});

test("one that hangs at its start is hung in the end, after a longer time", async () => {
  const child = spawn(process.execPath, ["--eval", "for (;;);"], { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [onHung, asked] = [vi.fn(), vi.spyOn(child, "send")];
  heartbeatOf(child, onHung, TIMES);
  await expect.poll(() => onHung.mock.calls.length, { interval: 1 }).toBe(1);
  expect(asked).toHaveBeenCalledTimes(TIMES.maxOpenAtStart);
});

test("one that hangs once it is ready has no more time than one at work", async () => {
  const hanging = "process.send({ ready: true }, () => { for (;;); });";
  const child = spawn(process.execPath, ["--eval", hanging], { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [onHung, asked] = [vi.fn(), vi.spyOn(child, "send")];
  heartbeatOf(child, onHung, { ...TIMES, maxOpenAtStart: Number.POSITIVE_INFINITY });
  await once(child, "message");
  const before = asked.mock.calls.length;
  await expect.poll(() => onHung.mock.calls.length, { interval: 1 }).toBe(1);
  expect(asked.mock.calls.length - before).toBe(TIMES.maxOpen);
});

test("one that goes on after a while is not silent any more", async () => {
  // However long a busy machine lets it wait, it does not hang.
  const { child, onHung, isSilent } = await monitored({ ...TIMES, maxOpen: Number.POSITIVE_INFINITY });
  child.kill("SIGSTOP");
  await expect.poll(isSilent, { interval: 1 }).toBe(true);
  child.kill("SIGCONT");
  await expect.poll(isSilent, { interval: 1 }).toBe(false);
  expect(onHung).not.toHaveBeenCalled();
});

test("time in which nobody asks does not count", async () => {
  const { child, onHung } = await monitored();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * TIMES.askMs * TIMES.maxOpen);
  for (let n = 0; n < 3; n += 1) await once(child, "message");
  expect(onHung).not.toHaveBeenCalled();
});
