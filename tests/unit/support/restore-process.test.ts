import { expect, test, vi } from "vitest";
import { rememberProcess } from "#tests/support/restore-process.ts";

test("what a test changes of its process is given back: the environment, the folder, the clock, spies and globals", () => {
  const state = () => [{ ...process.env }, process.cwd(), Math.abs(Date.now() - before) < 60_000, fetch, log.level()];
  const [before, log] = [Date.now(), { level: () => "info" }];
  delete process.env.TZ;
  process.env.GIVEN = "before";
  const [restore, as] = [rememberProcess(), state()];
  Object.assign(process.env, { TZ: "Pacific/Kiritimati", GIVEN: "changed", ADDED: "1" });
  process.chdir("/");
  vi.useFakeTimers({ toFake: ["Date"], now: 0 });
  vi.spyOn(log, "level").mockReturnValue("silent");
  vi.stubGlobal("fetch", null);
  expect(new Date(2026, 0, 1).getTimezoneOffset()).toBe(-14 * 60);
  restore();
  expect(state()).toEqual(as);
  expect("TZ" in process.env).toBe(false);
  expect(new Date(2026, 0, 1).getTimezoneOffset()).not.toBe(-14 * 60);
});

test.for(["leaves a variable behind", "finds none"])("a test %s", () => {
  expect(process.env.LEFT_BY_A_TEST).toBeUndefined();
  process.env.LEFT_BY_A_TEST = "1";
});
