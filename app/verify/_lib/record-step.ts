import type { StepCode } from "#lib/activity/activity.rules.ts";
import { recordStep } from "#lib/activity/record.ts";

/**
 * Records that a person has a page before them. Only a browser that says so counts: link previews and mail scanners open
 * links too, and browsers load what nobody has asked for yet.
 */
export function recordShown(
  { method, headers }: Request,
  walk: Parameters<typeof recordStep>[0],
  code: StepCode,
): void {
  if (method !== "GET" || headers.get("Sec-Fetch-Mode") !== "navigate") return;
  if (headers.has("Sec-Purpose") || headers.has("Purpose")) return;
  recordStep(walk, code);
}
