import { completeVerification } from "#db/queries/verification.ts";
import { recordStep } from "#lib/activity/record.ts";
import { config } from "#lib/core/config.ts";
import { database } from "#lib/core/database.ts";
import type { ProviderId } from "#lib/core/provider.rules.ts";
import { sealTicket } from "./encrypted-return-url.ts";
import { standingOf, tokenUrl, type Visitor } from "./link-state.ts";
import { outcomeOfLeaving } from "./verification.rules.ts";

/** `ended`: it ended just now, and this is the way home to keep. */
export type Left = { go: "home"; url: string; ended: { id: string; ticket: string } | null } | { go: "again" };

const STEP_OF = { too_young: "too_young", cancelled: "went_back", failed: "gave_up" } as const;

/** "Go back": ends the verification as it stands and sends the visitor home with a token. Free of charge. */
export async function leave(provider: ProviderId, session: string, visitor: Visitor): Promise<Left> {
  const standing = await standingOf(provider, session, visitor);
  if (standing.at === "home") return { go: "home", url: standing.url, ended: null };
  if (standing.at !== "open" && standing.at !== "too_young") return { go: "again" };
  const { id, returnUrl, returnOrigin, startedAt } = standing.verification;
  const { linkMs, flowMs } = config().lives;
  const outcome = outcomeOfLeaving(standing.at === "too_young" ? standing.at : standing.problem);
  if (!(await completeVerification(database(), { id, outcome, startedAt, linkMs, flowMs, bill: null })))
    return { go: "again" };
  recordStep(standing.verification, STEP_OF[outcome]);
  const href = returnUrl ?? `${returnOrigin}/`;
  return { go: "home", url: tokenUrl(id, href), ended: { id, ticket: await sealTicket({ verificationId: id, href }) } };
}
