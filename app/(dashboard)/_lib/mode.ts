import type { Mode } from "#lib/core/provider.rules.ts";

/** Reads what the switch of the layout chose for this address: live, unless it says `mode=test`. */
export function readMode(given: { mode?: string | string[] | undefined }): Mode {
  return given.mode === "test" ? "test" : "live";
}
