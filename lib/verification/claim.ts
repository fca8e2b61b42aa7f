import { claimVerification, findVerification, noteProblem, tryAgain } from "#db/queries/verification.ts";
import { recordStep } from "#lib/activity/record.ts";
import { config } from "#lib/core/config.ts";
import { database } from "#lib/core/database.ts";
import { browserDigest } from "#lib/core/digest.ts";
import type { ProviderId } from "#lib/core/provider.rules.ts";
import { providers } from "#lib/eid/providers.ts";
import { begin } from "#lib/eid/relying-party.ts";
import { tripOf } from "./authorization-attempt.ts";
import { sealTicket } from "./encrypted-return-url.ts";
import { type Standing, standingAt, standingOf, type Visitor } from "./link-state.ts";

/** `again`: look at the link once more, it says what happened. `no_cookie`: the browser kept none, so it can claim nothing. */
export type Claimed = { go: "eid"; url: URL; id: string; ticket: string } | { go: "no_cookie" } | { go: "again" };

/** The press of the button: claims the link for this browser and sends it to the eID. A second press does the same again. */
export async function claim(provider: ProviderId, session: string, visitor: Visitor, locale: string): Promise<Claimed> {
  const before = await standingOf(provider, session, visitor);
  if (before.at === "open" && visitor.secretFor(before.verification.id) === null) return { go: "no_cookie" };
  const standing = await claimed(before, visitor);
  if (standing?.at !== "open") return { go: "again" };
  const { verification } = standing;
  const isFirst = before.at === "open" && before.verification.startedAt === null;
  recordStep(verification, isFirst ? "claimed" : "tried_again");
  const begun = await begin(providers()[verification.mode][provider], {
    ...tripOf(verification, verification.attempt),
    locale,
  });
  if (!begun.ok) {
    await noteProblem(database(), verification.id, verification.attempt, begun.problem);
    recordStep(verification, begun.problem);
    return { go: "again" };
  }
  const ticket = await sealTicket({
    verificationId: verification.id,
    href: verification.returnUrl ?? verification.returnOrigin,
  });
  return { go: "eid", url: begun.url, id: verification.id, ticket };
}

async function claimed(standing: Standing, visitor: Visitor): Promise<Standing | null> {
  if (standing.at !== "open") return standing;
  const { verification, problem } = standing;
  const secret = visitor.secretFor(verification.id);
  if (secret === null) return standing;
  if (verification.startedAt !== null) {
    if (problem === null && verification.answered <= verification.attempt) return standing;
    const attempt = await tryAgain(database(), verification.id);
    return attempt === null ? null : { ...standing, verification: { ...verification, attempt } };
  }
  await claimVerification(database(), verification.id, browserDigest(verification.id, secret), config().lives.linkMs);
  // Won or lost, the row says which: of two browsers that raced, only the winner finds it open.
  const row = await findVerification(database(), verification.id);
  return row && standingAt(row, visitor);
}
