import { ATTEMPTS, type ClosedCase } from "./attempts.ts";
import { visitReturnUrl } from "./return-visit.ts";
import { endIfShared } from "./shared-yes.ts";
import type { Visitor } from "./visitor.ts";
import type { Judged, Walking } from "./walking.ts";

/** A visitor starts a check and comes home with what is no yes, in one way after the other until one opens the page. */
export async function closedCase(
  walking: Walking,
  visitor: Visitor,
  name: ClosedCase,
  onFirst: () => void = () => {},
): Promise<Judged> {
  let begun = await walking.begin(visitor);
  const tried: string[] = [];
  let saw = "";
  for (const attempt of ATTEMPTS[name]) {
    if (tried.length > 0 && !walking.extras.has(attempt)) continue;
    const { brought, order, home, patienceMs } = attempt;
    if (tried.length > 0 && visitor.isAtRun) begun = await walking.begin(visitor);
    const { returnUrl } = await walking.conclude(visitor, begun, { order });
    const returned = await visitReturnUrl(visitor, walking, home?.(returnUrl) ?? returnUrl, patienceMs);
    if (tried.length === 0) onFirst();
    if (returned.shown) await endIfShared(walking);
    if (returned.shown) return { passed: false, saw: `Open: the protected text is shown after ${brought}.` };
    if (order === "hang" && (await walking.conclude(visitor, begun, { order: "no" })).isHangRefused)
      return { passed: false, saw: "Not run: the gate test is busy with other shops. Run it again in a minute." };
    tried.push(brought);
    saw = returned.saw;
  }
  return { passed: true, saw: `Closed after ${listed(tried)}: ${saw}.` };
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
