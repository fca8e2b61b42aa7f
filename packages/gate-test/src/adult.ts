import { setTimeout as sleep } from "node:timers/promises";
import { BRIEF, briefSeconds } from "./plan.rules.ts";
import { ending, shownIn, visitReturnUrl } from "./return-visit.ts";
import type { Judged, Walking } from "./walking.ts";

/** Clocks are read in whole seconds, too. */
const MARGIN_MS = 1_000;

/** The visitor who is of age is let in, and is asked again when the proof has ended: after seconds, where a person's lasts 30 minutes. */
export async function adult(walking: Walking): Promise<Judged> {
  const first = await returnAsAdult(walking, briefSeconds(walking.shop.slowestMs));
  // A shop may become slow at any time.
  const isLate = !first.returned.shown && first.tookMs >= first.seconds * 1_000;
  const { visitor, returned, tookMs, seconds, endsAt } = isLate ? await returnAsAdult(walking, BRIEF.max) : first;
  walking.evidence.home = returned.home;
  walking.evidence.admitted = returned.shown;
  if (!returned.shown) return { passed: false, saw: notOpen(returned.saw, tookMs, seconds) };
  if (walking.keepsAnswer)
    return { passed: true, saw: "Opened. That the shop asks again after 30 minutes is not shown." };
  await sleep(Math.max(0, endsAt + MARGIN_MS - performance.now()), undefined, { signal: walking.shop.signal });
  const later = await visitor.open(walking.shop.url);
  return shownIn(later, walking.protects)
    ? { passed: false, saw: "Opened, and still open when the yes had ended." }
    : { passed: true, saw: `Opened, and closed again when the yes had ended: ${ending(later)}.` };
}

async function returnAsAdult(walking: Walking, seconds: number) {
  const visitor = walking.newVisitor();
  const begun = await walking.begin(visitor);
  const issuedAt = performance.now();
  const ordered = walking.keepsAnswer ? ({ order: "yes" } as const) : ({ order: "brief_yes", seconds } as const);
  const { returnUrl } = await walking.conclude(visitor, begun, ordered);
  // At the latest: the API counts from a moment before it answered.
  const endsAt = performance.now() + seconds * 1_000;
  const returned = await visitReturnUrl(visitor, walking, returnUrl);
  return { visitor, returned, tookMs: performance.now() - issuedAt, seconds, endsAt };
}

function notOpen(saw: string, tookMs: number, seconds: number): string {
  const isLate = tookMs > seconds * 1_000;
  const late = isLate ? ` The shop took ${Math.round(tookMs / 1_000)} seconds, and the yes ends after ${seconds}.` : "";
  return `Not opened by a yes: ${saw}.${late} Is the text on the page that an adult sees? Until this passes, the other cases prove nothing.`;
}
