import { adult } from "./adult.ts";
import { anotherSession } from "./another-session.ts";
import { type ClosedCase, EXTRAS, withoutToken } from "./attempts.ts";
import type { CaseName } from "./cases.rules.ts";
import { closedCase } from "./closed-case.ts";
import { ownScripts, readScripts } from "./findings.ts";
import { affordableExtras } from "./plan.rules.ts";
import { answerOf, shownIn, visitReturnUrl } from "./return-visit.ts";
import { isSelector, SELECTOR_RULE } from "./selector.rules.ts";
import { Exhausted, Open, Stuck } from "./shop.ts";
import type { Visitor } from "./visitor.ts";
import { type Judged, OPEN, type Walking } from "./walking.ts";

/** Requests that are kept for the scripts of the page, before attempts beside the first of each case. */
const MAX_RESERVED = 3;

type Note = (name: CaseName, judged: Judged) => void;

/** Cases that one visitor walks, one after the other. A no comes last, because a shop may remember it. */
const LANES: readonly (readonly ClosedCase[])[] = [
  ["errors", "early_close", "nonsense"],
  ["sixteen", "another_key", "no"],
];

/**
 * The first visitor shows whether there is a check to start, and what it costs. Then visitors walk beside each other, and last the
 * one whose question hangs: a shop may answer nobody else meanwhile.
 */
export async function walkLanes(walking: Walking, note: Note, stuck: AbortController): Promise<void> {
  const { shop } = walking;
  if (shop.start !== undefined && !isSelector(shop.start))
    throw new Stuck(`“${shop.start}” cannot be read as a selector. ${SELECTOR_RULE}`);
  const first = walking.newVisitor();
  let before = shop.left;
  const spent = () => {
    const cost = before - shop.left;
    before = shop.left;
    return cost;
  };

  const arrival = await first.open(shop.url);
  const arrive = spent();
  walking.evidence.closed = answerOf(arrival);
  const opened = shownIn(arrival, walking.protects);
  walking.evidence.wasOpen = opened !== null;
  if (opened)
    note("no_token", {
      passed: false,
      saw: "Open: the protected text is shown to a visitor who brings nothing. Do only admitted visitors see it?",
    });
  // A new visitor may be asked. Without a selector it is not known which link or form would ask them.
  if (opened && shop.start === undefined) throw new Open(OPEN);
  const begun = await walking.begin(first);
  const start = spent();
  // The first visitor is of age, and never comes home with the token. Somebody else will.
  const { returnUrl } = await walking.conclude(first, begun, { order: "yes" });
  const empty = await noToken(walking, first, withoutToken(returnUrl));
  if (!opened) note("no_token", empty);
  const second = opened || !empty.passed ? walking.newVisitor() : first;
  spent();
  const onFirst = () => {
    const back = Math.max(1, spent() - start);
    const scripts = Math.min(MAX_RESERVED, ownScripts(walking).length);
    walking.extras = new Set(EXTRAS.slice(0, affordableExtras(shop.left - scripts, { arrive, start, back })));
  };
  const madeUp = await closedCase(walking, second, "made_up", onFirst);
  note("made_up", madeUp);
  const third = madeUp.passed ? second : walking.newVisitor();

  await together(stuck, [
    walkLane(walking, third, ["malformed"], note),
    adult(walking).then((judged) => note("adult", judged)),
    anotherSession(walking, returnUrl).then((judged) => note("another_session", judged)),
    ...LANES.map((cases) => walkLane(walking, walking.newVisitor(), cases, note)),
  ]);
  await walkLane(walking, walking.newVisitor(), ["hang"], note);
  await readScripts(walking);
}

/** Ends when all have ended. A lane that cannot go on ends the others; `Exhausted` does not. */
async function together(stuck: AbortController, lanes: Promise<void>[]): Promise<void> {
  const guarded = lanes.map((lane) =>
    lane.catch((error: unknown) => {
      if (!(error instanceof Exhausted)) stuck.abort(error);
      throw error;
    }),
  );
  const failed = (await Promise.allSettled(guarded)).find((ended) => ended.status === "rejected");
  // The others fail then, too, only because they were ended.
  if (stuck.signal.aborted) throw stuck.signal.reason;
  if (failed) throw failed.reason;
}

async function walkLane(walking: Walking, first: Visitor, cases: readonly ClosedCase[], note: Note): Promise<void> {
  let visitor = first;
  for (const name of cases) {
    const judged = await closedCase(walking, visitor, name);
    note(name, judged);
    // A visitor who was let in shows nothing about the next case.
    if (!judged.passed) visitor = walking.newVisitor();
  }
}

/** A visitor who started a check and comes back without having ended it. */
async function noToken(walking: Walking, visitor: Visitor, url: string): Promise<Judged> {
  const { shown, saw } = await visitReturnUrl(visitor, walking, url);
  return shown
    ? { passed: false, saw: "Open: the protected text is shown to a visitor who started a check and did not end it." }
    : { passed: true, saw: `Closed: ${saw}.` };
}
