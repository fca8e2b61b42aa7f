import type { VerificationRow } from "#db/queries/verification.ts";
import { claimVerification, clearProblem, findVerification, noteProblem } from "#db/queries/verification.ts";
import { mintCapability } from "#lib/capability.ts";
import { config } from "#lib/config.ts";
import { database } from "#lib/database.ts";
import { browserDigest, tripSecrets } from "#lib/digest.ts";
import { begin } from "#lib/providers/relying-party.ts";
import type { ProviderId } from "#lib/rules/admission.ts";
import { sealTicket } from "#lib/ticket.ts";
import { type Standing, standingAt, standingOf, type Visitor } from "./standing.ts";

/** `again`: look at the link once more, it says what happened. `no_cookie`: the browser kept none, so it can claim nothing. */
export type Claimed = { go: "eid"; url: URL; ticket: string } | { go: "no_cookie" } | { go: "again" };

/** The press of the button: claims the link for this browser and sends it to the eID. A second press does the same again. */
export async function claim(provider: ProviderId, session: string, visitor: Visitor, locale: string): Promise<Claimed> {
  if (visitor.browser === null) return { go: "no_cookie" };
  const standing = await claimed(await standingOf(provider, session, visitor), visitor);
  if (standing?.at !== "open") return { go: "again" };
  const { verification } = standing;
  const begun = await begin(config().providers[verification.mode][provider], { ...tripOf(verification), locale });
  if (!begun.ok) {
    await noteProblem(database(), verification.id, verification.attempt, begun.problem);
    return { go: "again" };
  }
  const ticket = await sealTicket({
    verificationId: verification.id,
    href: verification.returnUrl ?? verification.returnOrigin,
  });
  return { go: "eid", url: begun.url, ticket };
}

/** What belongs to one trip to the eID: derived from the verification, so the callback knows it again. */
export function tripOf({ id, provider, attempt, minimumAge }: VerificationRow) {
  const redirectUri = `${config().baseUrl}/verify/${provider}/callback`;
  return { state: mintCapability("state", id), ...tripSecrets(id, attempt), redirectUri, minimumAge };
}

async function claimed(standing: Standing, visitor: Visitor): Promise<Standing | null> {
  if (standing.at !== "open" || visitor.browser === null) return standing;
  const { verification, problem } = standing;
  if (verification.startedAt !== null) {
    if (problem !== null) await clearProblem(database(), verification.id);
    return standing;
  }
  await claimVerification(
    database(),
    verification.id,
    browserDigest(verification.id, visitor.browser),
    config().lives.linkMs,
  );
  // Won or lost, the row says which: of two browsers that raced, only the winner finds it open.
  const row = await findVerification(database(), verification.id);
  return row && standingAt(row, visitor);
}
