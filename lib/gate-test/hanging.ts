import { setTimeout as pause } from "node:timers/promises";
import { heardOfMachines, sharedMarks } from "#lib/limits/shared.ts";
import type { Run } from "./run.ts";

/** Sets how long an answer that is ordered to hang keeps silent. No shop should wait as long. */
const HANG_MS = 20_000;

/** Bounds answers that hang, of which each holds a connection. Strangers' leave some to the dashboard's. */
const MAX_PLACES = { run: 4, organization: 28, caller: 32, programs: 48, all: 64 };

type HangingRun = Pick<Run, "text" | "organizationId" | "openedBy">;

/** `end`: all of them end, and no further one begins, for a server that stops. */
export function hangingAnswers(max = MAX_PLACES, ms = HANG_MS) {
  const open = new Set<HangingRun & { caller: string }>();
  const ending = new AbortController();

  function hasPlace({ text, organizationId, openedBy }: HangingRun, caller: string): boolean {
    const all = [...open];
    const programs = all.filter((one) => one.openedBy === "program");
    return (
      all.length < max.all &&
      all.filter((one) => one.text === text).length < max.run &&
      all.filter((one) => one.organizationId === organizationId).length < max.organization &&
      (openedBy === "dashboard" ||
        (programs.length < max.programs && programs.filter((one) => one.caller === caller).length < max.caller))
    );
  }

  return {
    count: () => open.size,

    /** Waits until the time is over or the caller is gone. False, at once: there was no place. */
    async hang(run: HangingRun, caller: string, isGone: AbortSignal): Promise<boolean> {
      if (ending.signal.aborted || !hasPlace(run, caller)) return false;
      const answer = { ...run, caller };
      open.add(answer);
      await pause(ms, undefined, { signal: AbortSignal.any([isGone, ending.signal]) }).catch(() => {});
      open.delete(answer);
      return true;
    },

    end: () => ending.abort(),
  };
}

const hanging = hangingAnswers();
/** Holds devices of runs whose answer had no place. The walker asks for them: it would take the 503 for the shop's own time-out. */
const refusals = sharedMarks("gate test hang refused", { max: 4_096, ttlMs: 60_000 });

/** Keeps silent where there is a place, and notes where there is none. `device`: its digest. */
export async function hang(run: Run, by: { device: string; caller: string }, isGone: AbortSignal): Promise<void> {
  if (!(await hanging.hang(run, by.caller, isGone))) refusals.add(nameOf(run, by.device));
}

/** Says whether an answer that was to hang for this device had no place, in the last minute. */
export async function wasHangRefused(run: Run, device: string): Promise<boolean> {
  const name = nameOf(run, device);
  refusals.ask(name);
  await heardOfMachines();
  return refusals.has(name);
}

/** Ends the answers that hang, so that none delays a server that stops. */
export const endHanging = hanging.end;

function nameOf({ text }: Run, device: string): string {
  return `${text} ${device}`;
}
