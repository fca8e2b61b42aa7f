import { WITHOUT_SESSION } from "./attempts.ts";
import { visitReturnUrl } from "./return-visit.ts";
import { endIfShared } from "./shared-yes.ts";
import type { Judged, Walking } from "./walking.ts";

/** One visitor is of age; another opens the whole address with which the first would come home. */
export async function anotherSession(walking: Walking, returnUrl: string): Promise<Judged> {
  const other = walking.newVisitor();
  await walking.begin(other);
  const returned = await visitReturnUrl(other, walking, returnUrl);
  if (returned.shown) await endIfShared(walking);
  if (returned.shown)
    return { passed: false, saw: "Open: the protected text is shown to one visitor with the token of another." };
  if (walking.extras.has(WITHOUT_SESSION) && (await visitReturnUrl(walking.newVisitor(), walking, returnUrl)).shown)
    return {
      passed: false,
      saw: "Open: the protected text is shown to a visitor who started nothing, with the token of another.",
    };
  return { passed: true, saw: `Closed: ${returned.saw}.` };
}
