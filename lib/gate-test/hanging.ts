import { heardOfMachines, sharedMarks } from "#lib/limits/shared.ts";
import type { Run } from "./run.ts";

/** Sets how long an answer that is ordered to hang keeps silent. No shop should wait as long. */
const HANG_MS = 20_000;

/** Bounds answers that hang, of which each holds a connection. Strangers' leave some to the dashboard's. */
const MAX_PLACES = { run: 4, organization: 28, caller: 32, programs: 48, all: 64 };

type HangingRun = Pick<Run, "text" | "organizationId" | "openedBy">;

/** `end`: all of them end, and no further one begins, for a server that stops. */
export function hangingAnswers(max = MAX_PLACES, ms = HANG_MS) {
  const taken = new Map<string, number>();
  const ends = new Set<() => void>();
  let isEnding = false;

  const placesOf = ({ text, organizationId, openedBy }: HangingRun, caller: string): [name: string, max: number][] => [
    [`run ${text}`, max.run],
    [`organization ${organizationId}`, max.organization],
    ["all", max.all],
    ...(openedBy === "dashboard"
      ? []
      : ([
          [`caller ${caller}`, max.caller],
          ["programs", max.programs],
        ] satisfies [string, number][])),
  ];
  const count = (name: string) => taken.get(name) ?? 0;

  return {
    count: () => ends.size,

    /** Until the time is over or the caller is gone. False, at once: there was no place. */
    async hang(run: HangingRun, caller: string, isGone: AbortSignal): Promise<boolean> {
      const places = placesOf(run, caller);
      if (isEnding || places.some(([name, max]) => count(name) >= max)) return false;
      if (isGone.aborted) return true;
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, ms);
      isGone.addEventListener("abort", () => resolve(), { once: true });
      ends.add(resolve);
      for (const [name] of places) taken.set(name, count(name) + 1);
      await promise;
      clearTimeout(timer);
      ends.delete(resolve);
      for (const [name] of places)
        if (count(name) > 1) taken.set(name, count(name) - 1);
        else taken.delete(name);
      return true;
    },

    end(): void {
      isEnding = true;
      for (const end of ends) end();
    },
  };
}

const hanging = hangingAnswers();
/** Devices of runs whose answer had no place. The walker asks for them: it would take the 503 for the shop's own time-out. */
const refusals = sharedMarks("shop doctor hang refused", { max: 4_096, ttlMs: 60_000 });

/** `device`: its digest. */
export async function hang(run: Run, by: { device: string; caller: string }, isGone: AbortSignal): Promise<void> {
  if (!(await hanging.hang(run, by.caller, isGone))) refusals.add(nameOf(run, by.device));
}

/** Had an answer that was to hang for this device no place, in the last minute? */
export async function wasHangRefused(run: Run, device: string): Promise<boolean> {
  const name = nameOf(run, device);
  refusals.ask(name);
  await heardOfMachines();
  return refusals.has(name);
}

/** For a server that stops: ends the answers that hang, so that none delays it. */
export const endHanging = hanging.end;

function nameOf({ text }: Run, device: string): string {
  return `${text} ${device}`;
}
