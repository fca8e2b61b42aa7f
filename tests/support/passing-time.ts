import { vi } from "vitest";

const MINUTE_MS = 60_000;
const real = performance.now.bind(performance);

/** Both clocks, the one that may be set and the one that only passes; for tests with `vi.useFakeTimers({ toFake: ["Date"] })`. */
export function pass(minutes: number): void {
  setClock(minutes);
  const ahead = performance.now() - real() + minutes * MINUTE_MS;
  vi.spyOn(performance, "now").mockImplementation(() => real() + ahead);
}

/** Sets the clock of the machine, while no time passes. */
export function setClock(minutes: number): void {
  vi.setSystemTime(Date.now() + minutes * MINUTE_MS);
}
