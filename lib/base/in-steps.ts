/** Bounds a rest: a step that waited for somebody's lock has not kept a processor busy all the time. */
const MAX_REST_MS = 250;

/**
 * Takes the steps of a job one after the other until one says that there is no more, and rests after each for as long as it took:
 * callers who share its processors and its disk come between.
 */
export async function inSteps(step: () => Promise<boolean>): Promise<void> {
  for (let began = performance.now(); await step(); began = performance.now()) {
    const took = performance.now() - began;
    await new Promise((next) => setTimeout(next, Math.min(MAX_REST_MS, took)));
  }
}
