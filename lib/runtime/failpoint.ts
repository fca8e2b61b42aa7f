/** The moments at which a crash could lose a check, or bill it twice. */
type Failpoint = "before commit" | "after commit" | "after claim" | "after code exchange" | "before token";

/** Where a module that Node loads before the server (`--import`) leaves its function. */
const HOOK = Symbol.for("ageway.failpoint");

/**
 * Does nothing, unless `npm run faults` started this process: then it may end here. No setting and no request reaches it, and
 * nothing that is built sets the hook. A batch passes once, whatever calls it has.
 */
export const failpoint: (point: Failpoint) => void =
  (globalThis as { [HOOK]?: (point: Failpoint) => void })[HOOK] ?? (() => {});
