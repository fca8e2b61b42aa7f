import {
  completeVerification,
  findPrices,
  findVerification,
  noteProblem,
  type VerificationRow,
} from "#db/queries/verification.ts";
import { mintCapability, openCapability } from "#lib/capability.ts";
import { config } from "#lib/config.ts";
import { database } from "#lib/database.ts";
import { conclude } from "#lib/providers/relying-party.ts";
import { POLICY, type ProviderId } from "#lib/rules/admission.ts";
import { priceOf } from "#lib/rules/billing.ts";
import { outcomeOfAnswer, stateOf } from "#lib/rules/verification.ts";
import { sealTicket } from "#lib/ticket.ts";
import { tripOf } from "./claim.ts";
import { isSameBrowser, type Shop, shopOf, tokenUrl, type Visitor } from "./standing.ts";

export type Finished =
  | { go: "home"; url: string; ticket: string }
  | { go: "again"; session: string }
  | { go: "other_browser"; shop: Shop }
  | { go: "incomplete" };

/** The visitor is back from the eID. `query` is what the eID put behind the redirect URI. */
export async function finish(provider: ProviderId, query: URLSearchParams, visitor: Visitor): Promise<Finished> {
  const states = query.getAll("state");
  const id = states.length === 1 ? openCapability("state", states[0] ?? "") : null;
  const verification = id === null ? null : await findVerification(database(), id);
  if (verification === null || verification.provider !== provider) return { go: "incomplete" };
  const again = { go: "again" as const, session: mintCapability("session", verification.id) };
  const state = stateOf(verification, verification.now, config().lives);
  if (state !== "authorizing") return again;
  if (!isSameBrowser(verification, visitor)) return { go: "other_browser", shop: shopOf(verification) };
  const trip = tripOf(verification);
  const callback = new URL(`${trip.redirectUri}?${query}`);
  const { startedAt, now } = verification;
  const concluded = await conclude(
    config().providers[verification.mode][provider],
    callback,
    trip,
    startedAt ?? now,
    now,
  );
  if (!concluded.ok) {
    await noteProblem(database(), verification.id, verification.attempt, concluded.problem);
    return again;
  }
  const isOldEnough = (verification.minimumAge === 18 ? concluded.ages.over18 : concluded.ages.over16) === true;
  return (await complete(verification, isOldEnough)) ?? again;
}

async function complete(verification: VerificationRow, isOldEnough: boolean): Promise<Finished | null> {
  const { id, returnUrl, returnOrigin } = verification;
  const { linkMs, flowMs } = config().lives;
  const outcome = outcomeOfAnswer(isOldEnough);
  const completed = await completeVerification(database(), {
    id,
    outcome,
    linkMs,
    flowMs,
    bill: await billOf(verification),
  });
  if (!completed || !isOldEnough) return null;
  const href = returnUrl ?? `${returnOrigin}/`;
  return { go: "home", url: tokenUrl(id, href), ticket: await sealTicket({ verificationId: id, href }) };
}

/** An identity check was really completed, passed or too young: what that costs, where the provider bills for it. */
async function billOf({ provider, mode, organizationId }: VerificationRow) {
  if (POLICY[provider].bills !== "when checked") return null;
  const prices = await findPrices(database(), organizationId);
  return { priceMinor: prices ? priceOf(provider, mode, prices) : 0, currency: prices?.currency ?? "XXX" };
}
