import { setTimeout as sleep } from "node:timers/promises";
import { comeHome, ending, shownIn } from "./look.ts";
import type { Judged, Walking } from "./walking.ts";

/** The proof of the order `brief_yes` ends 3 seconds after the token was made; a yes of a person ends after 30 minutes. */
const BRIEF_MS = 3_000;
/** Clocks are read in whole seconds, too. */
const MARGIN_MS = 1_000;

/** The visitor who is of age is let in, and is asked again when the proof has ended. */
export async function adult(walking: Walking): Promise<Judged> {
  const first = await comeHomeAdult(walking);
  // A shop that has just started, or is busy, may take longer than the yes lasts.
  const { visitor, look, tookMs } = first.look.shown || first.tookMs < BRIEF_MS ? first : await comeHomeAdult(walking);
  walking.seen.home = look.home;
  walking.seen.admitted = look.shown;
  if (!look.shown) return { passed: false, saw: notOpen(look.saw, tookMs) };
  if (walking.keepsAnswer)
    return { passed: true, saw: "Opened. That the shop asks again after 30 minutes is not shown." };
  await sleep(Math.max(0, BRIEF_MS + MARGIN_MS - tookMs), undefined, { signal: walking.shop.signal });
  const later = await visitor.open(walking.shop.url);
  return shownIn(later, walking.protects)
    ? { passed: false, saw: "Opened, and still open when the yes had ended." }
    : { passed: true, saw: `Opened, and closed again when the yes had ended: ${ending(later)}.` };
}

async function comeHomeAdult(walking: Walking) {
  const visitor = walking.newVisitor();
  const begun = await walking.begin(visitor);
  const issuedAt = performance.now();
  const { returnUrl } = await walking.conclude(visitor, begun, walking.keepsAnswer ? "yes" : "brief_yes");
  const look = await comeHome(visitor, walking, returnUrl);
  return { visitor, look, tookMs: performance.now() - issuedAt };
}

function notOpen(saw: string, tookMs: number): string {
  const late =
    tookMs > BRIEF_MS ? ` The shop took ${Math.round(tookMs / 1_000)} seconds, and the yes ends after 3.` : "";
  return `Not opened by a yes: ${saw}.${late} Is the text on the page that an adult sees? Until this passes, the other cases prove nothing.`;
}
