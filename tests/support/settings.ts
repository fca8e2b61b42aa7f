import { readFileSync } from "node:fs";
import { VARIABLES } from "#lib/eid/configuration.ts";
import { schema } from "#lib/runtime/settings.ts";

const OF_AN_EID = ["ISSUER", "CLIENT_ID", "CLIENT_SECRET", "PRIVATE_KEY", "PRESET", ...Object.values(VARIABLES)];
const EIDS = ["EID_S", "EID_B", "EID_TEST_S", "EID_TEST_B"];

/** Every setting that the environment may have. */
export function settingNames(): string[] {
  return [...Object.keys(schema.shape), ...EIDS.flatMap((eid) => OF_AN_EID.map((name) => `${eid}_${name}`))];
}

/** How long `npm start` takes at most to stop, before it kills what still runs. */
export function stopSeconds(): number {
  const [, seconds] = /STOP_TIMEOUT_MS = (\d+)_000;/.exec(readFileSync("scripts/child.mjs", "utf8")) ?? [];
  if (!seconds) throw new Error("scripts/child.mjs no longer says how long it waits");
  return Number(seconds);
}
