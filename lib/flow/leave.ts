import { completeVerification } from "#db/queries/verification.ts";
import { recordStep } from "#lib/activity/record.ts";
import { config } from "#lib/config.ts";
import { database } from "#lib/database.ts";
import type { ProviderId } from "#lib/rules/admission.ts";
import { outcomeOfLeaving } from "#lib/rules/verification.ts";
import { sealTicket } from "#lib/ticket.ts";
import { standingOf, tokenUrl, type Visitor } from "./standing.ts";

/** `ended`: it ended just now, and this is the way home to keep. */
export type Left = { go: "home"; url: string; ended: { id: string; ticket: string } | null } | { go: "again" };

/** "Go back": ends the verification as it stands and sends the visitor home with a token. Free of charge. */
export async function leave(provider: ProviderId, session: string, visitor: Visitor): Promise<Left> {
  const standing = await standingOf(provider, session, visitor);
  if (standing.at === "home") return { go: "home", url: standing.url, ended: null };
  if (standing.at === "too_young") return { go: "home", url: standing.home, ended: null };
  if (standing.at !== "open") return { go: "again" };
  const { id, returnUrl, returnOrigin, startedAt } = standing.verification;
  const { linkMs, flowMs } = config().lives;
  const outcome = outcomeOfLeaving(standing.problem);
  if (!(await completeVerification(database(), { id, outcome, startedAt, linkMs, flowMs, bill: null })))
    return { go: "again" };
  recordStep(standing.verification, outcome === "cancelled" ? "went_back" : "gave_up");
  const href = returnUrl ?? `${returnOrigin}/`;
  return { go: "home", url: tokenUrl(id, href), ended: { id, ticket: await sealTicket({ verificationId: id, href }) } };
}
