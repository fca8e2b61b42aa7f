import { WITHOUT_SESSION } from "./attempts.ts";
import { comeHome } from "./homecoming.ts";
import { endIfShared } from "./shared-yes.ts";
import type { Judged, Walking } from "./walking.ts";

/** One visitor is of age; another opens the whole address with which the first would come home. */
export async function anotherSession(walking: Walking, returnUrl: string): Promise<Judged> {
  const other = walking.newVisitor();
  await walking.begin(other);
  const homecoming = await comeHome(other, walking, returnUrl);
  if (homecoming.shown) await endIfShared(walking);
  if (homecoming.shown)
    return { passed: false, saw: "Open: the protected text is shown to one visitor with the token of another." };
  if (walking.extras.has(WITHOUT_SESSION) && (await comeHome(walking.newVisitor(), walking, returnUrl)).shown)
    return {
      passed: false,
      saw: "Open: the protected text is shown to a visitor who started nothing, with the token of another.",
    };
  return { passed: true, saw: `Closed: ${homecoming.saw}.` };
}
