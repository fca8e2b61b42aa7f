import { noteProblem, tryAgain } from "#db/queries/verification.ts";
import { recordStep } from "#lib/activity/record-step.ts";
import type { ProviderId } from "#lib/core/provider.rules.ts";
import { providerOf } from "#lib/eid/providers.ts";
import { begin } from "#lib/eid/relying-party.ts";
import { observeEid } from "#lib/observe/metrics.ts";
import { database } from "#lib/runtime/database.ts";
import { failpoint } from "#lib/runtime/failpoint.ts";
import type { Deadline } from "#lib/runtime/with-timeout.ts";
import { attemptOf, type Visitor } from "./authorization-attempt.ts";
import { claimLink } from "./claim-link.ts";
import { encryptReturnUrl } from "./encrypted-return-url.ts";
import { type LinkState, linkStateAt, linkStateOf } from "./link-state.ts";
import { readVerification } from "./read-verification.ts";

/**
 * `again`: redirect to the link, whose page says what happened. `no_cookie`: the browser sent no cookie, so it cannot claim.
 * `no_room`: the shop's spend cap has no room for the check now.
 */
export type Claimed =
  | { go: "eid"; url: URL; id: string; encryptedReturnUrl: string }
  | { go: "no_cookie" | "no_room" | "again" };

/** Claims the link for this browser and answers where to send it: to the eID. The browser that claimed may do so again. */
export async function claim(
  provider: ProviderId,
  session: string,
  visitor: Visitor,
  locale: string,
  deadline: Deadline,
): Promise<Claimed> {
  const before = await linkStateOf(provider, session, visitor);
  if (before.at === "open" && visitor.secretFor(before.verification.id) === null) return { go: "no_cookie" };
  const state = await claimed(before, visitor);
  if (state === "no_room") return { go: "no_room" };
  if (state?.at !== "open") return { go: "again" };
  failpoint("after claim");
  const { verification } = state;
  const isFirst = before.at === "open" && before.verification.startedAt === null;
  recordStep(verification, isFirst ? "claimed" : "tried_again");
  const { mode } = verification;
  const begun = await observeEid({ provider, mode, step: "begin" }, () =>
    begin(
      providerOf({ mode, provider }),
      { ...attemptOf(verification, { number: verification.attempt, begunAt: verification.now }), locale },
      deadline.remainingMs(),
    ),
  );
  if (!begun.ok) {
    await noteProblem(database("link"), verification.id, verification.attempt, begun.problem);
    recordStep(verification, begun.problem);
    return { go: "again" };
  }
  const encryptedReturnUrl = await encryptReturnUrl({
    verificationId: verification.id,
    href: verification.returnUrl ?? verification.returnOrigin,
  });
  return { go: "eid", url: begun.url, id: verification.id, encryptedReturnUrl };
}

async function claimed(state: LinkState, visitor: Visitor): Promise<LinkState | "no_room" | null> {
  if (state.at !== "open") return state;
  const { verification, problem } = state;
  const secret = visitor.secretFor(verification.id);
  if (secret === null) return state;
  if (verification.startedAt !== null) {
    if (problem === null && verification.answered <= verification.attempt) return state;
    const attempt = await tryAgain(database("link"), verification.id);
    return attempt === null ? null : { ...state, verification: { ...verification, attempt } };
  }
  if ((await claimLink(verification, secret, visitor.caller)) === "no_room") return "no_room";
  // Of two browsers that race, only the winner finds the row open.
  const row = await readVerification(verification.id);
  return row && linkStateAt(row, visitor);
}
