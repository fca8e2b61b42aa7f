import type { ChildProcess } from "node:child_process";

/**
 * How often the first process asks each of the others whether it answers, and how many questions one may leave open: an event
 * loop that has not turned for half a minute will not turn again. One that starts loads the build, on a busy machine for as long:
 * it has a minute to say that it is ready. Questions are counted instead of time, because a machine that was suspended has asked none.
 */
const TIMES = { askMs: 5_000, maxOpen: 6, maxOpenAtStart: 12 };

type Message = { question?: true; answer?: true; ready?: true } | null;

/** Asks a process from its start until it ends. `onHung`: it left all questions open. `isSilent`: it left more than the last one open. */
export function heartbeatOf(child: ChildProcess, onHung: () => void, times = TIMES): { isSilent: () => boolean } {
  let [open, max] = [0, times.maxOpenAtStart];
  const timer = setInterval(() => {
    if (open === max) {
      clearInterval(timer);
      return onHung();
    }
    open += 1;
    if (child.connected) child.send({ question: true }, () => {});
  }, times.askMs);
  timer.unref();
  child.on("message", (message: Message) => {
    if (message?.answer || message?.ready) [open, max] = [0, times.maxOpen];
  });
  child.once("exit", () => clearInterval(timer));
  return { isSilent: () => open > 1 };
}

/** In each of the others. */
export function answerHeartbeat(): void {
  process.on("message", (message: Message) => {
    if (message?.question && process.connected) process.send?.({ answer: true }, undefined, undefined, () => {});
  });
}
