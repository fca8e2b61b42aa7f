import { setTimeout as pause } from "node:timers/promises";
import { readBillFacts } from "#db/queries/bill-facts.ts";
import { type LockedTransaction, lockOrganizationIfAny } from "#db/queries/organization-lock.ts";
import { endAttempts, noteProblem, noteTooYoung, takeAnswer } from "#db/queries/verification.ts";
import { completeAndBill, completeVerification } from "#db/queries/verification-completion.ts";
import { recordStep, recordTooYoung } from "#lib/activity/record-step.ts";
import { momentOfUuidV7 } from "#lib/base/uuid.ts";
import { rowOfCheck } from "#lib/billing/ledger.rules.ts";
import { macOf } from "#lib/billing/row-mac.ts";
import { billOf } from "#lib/billing/spend.rules.ts";
import { POLICY, type ProviderId } from "#lib/core/provider.rules.ts";
import { encryptId } from "#lib/crypto/opaque-id.ts";
import { isAway } from "#lib/eid/circuit.ts";
import type { EidProblem } from "#lib/eid/problem.rules.ts";
import { providerOf } from "#lib/eid/providers.ts";
import { conclude } from "#lib/eid/relying-party.ts";
import { observeEid } from "#lib/observe/metrics.ts";
import { config } from "#lib/runtime/config.ts";
import { database } from "#lib/runtime/database.ts";
import { failpoint } from "#lib/runtime/failpoint.ts";
import type { Deadline } from "#lib/runtime/with-timeout.ts";
import { type Attempt, attemptOf, isSameBrowser, readState, type Visitor } from "./authorization-attempt.ts";
import { returnClaim } from "./claim-limit.ts";
import { homeFrom } from "./encrypted-return-url.ts";
import { inTurn } from "./organization-turn.ts";
import { readVerification, type VerificationRow } from "./read-verification.ts";
import { isReserving, stateOf } from "./verification.rules.ts";

export type Finished =
  | Awaited<ReturnType<typeof homeFrom>>
  | { go: "again"; session: string }
  | { go: "other_browser"; session: string }
  | { go: "incomplete" };

/** The visitor is back from the eID. `query`: what the eID added to the redirect URI. */
export async function finish(
  provider: ProviderId,
  query: URLSearchParams,
  visitor: Visitor,
  deadline: Deadline,
): Promise<Finished> {
  const answered = readState(query.getAll("state"));
  const verification = answered && (await readVerification(answered.id));
  if (!verification || verification.provider !== provider || answered.number > verification.attempt)
    return { go: "incomplete" };
  const again = { go: "again" as const, session: encryptId("session", verification.id) };
  const state = stateOf(verification, verification.now, config().ttl);
  if (state !== "authorizing" || verification.problem === "too_young") return again;
  if (!isSameBrowser(verification, visitor)) {
    recordStep(verification, "other_browser");
    // The code is in the address bar of this browser, whose owner could pass it on: from now on it proves nothing.
    if (query.has("code")) await endAttempts(database("link"), verification.id);
    return { go: "other_browser", session: again.session };
  }
  // A request without the eID's answer concludes nothing.
  if (!query.has("code") && !query.has("error")) return again;
  const key = `${answered.id} ${answered.number} ${+answered.begunAt}`;
  const finishing =
    inProgress.get(key) ??
    conclusionOf(verification, answered, query, visitor.caller, deadline).finally(() => inProgress.delete(key));
  inProgress.set(key, finishing);
  return finishing;
}

/**
 * A browser may ask twice at once (a double tap, a reload), and the eID takes its code once: both requests get one answer.
 * Between processes the row decides which request hands the code over; in one process this spares the second its wait.
 */
const inProgress = new Map<string, Promise<Finished>>();

async function conclusionOf(
  verification: VerificationRow,
  answered: Attempt,
  query: URLSearchParams,
  caller: string,
  deadline: Deadline,
): Promise<Finished> {
  const { number: attempt } = answered;
  const again = { go: "again" as const, session: encryptId("session", verification.id) };
  const { provider, mode, now } = verification;
  const eid = providerOf({ mode, provider });
  const fail = async (problem: EidProblem) => {
    await noteProblem(database("link"), verification.id, attempt, problem);
    recordStep(verification, problem);
    return again;
  };
  // Before the answer is taken: it is worth the same when the eID is back.
  if (query.has("code") && isAway(eid)) return fail("eid_down");
  if (query.has("code") && !(await takeAnswer(database("link"), verification.id, attempt))) {
    await concludedElsewhere(verification.id, attempt, deadline);
    return again;
  }
  // An answer to an earlier attempt may be the right one: it is compared with the secrets of that attempt.
  const authorization = attemptOf(verification, answered);
  const callback = new URL(`${authorization.redirectUri}?${query}`);
  const concluded = await observeEid({ provider, mode, step: "conclude" }, () =>
    conclude(eid, callback, authorization, now, deadline.remainingMs()),
  );
  if (!concluded.ok) return fail(concluded.problem);
  failpoint("after code exchange");
  const isOldEnough = concluded.ages[verification.minimumAge] === true;
  if (!isOldEnough) {
    if (await noteTooYoung(database("link"), verification.id)) recordTooYoung(verification);
    return again;
  }
  if (!(await complete(verification))) return again;
  if (isReserving(verification)) returnClaim(verification, caller);
  failpoint("before token");
  recordStep(verification, "confirmed");
  return homeFrom(verification);
}

/**
 * Waits while another process concludes the answer, as long as the visitor may wait. The outcome is then in the row, and the
 * link shows it, or that the visitor is still at the eID.
 */
async function concludedElsewhere(id: string, attempt: number, deadline: Deadline): Promise<void> {
  for (let waitMs = 100; deadline.remainingMs() > 0; waitMs = Math.min(waitMs * 2, 1_000)) {
    const row = await readVerification(id);
    const isConcluded = row === null || row.completedAt !== null || row.problem === "too_young";
    if (isConcluded || row.attempt > attempt) return;
    await pause(Math.min(waitMs, deadline.remainingMs()));
  }
}

/** The session of the link that an eID's answer belongs to; `null`: its state is not ours. */
export function sessionOf(query: URLSearchParams): string | null {
  const answered = readState(query.getAll("state"));
  return answered && encryptId("session", answered.id);
}

/** Ends the verification as verified. False: it had ended already. */
async function complete(verification: VerificationRow): Promise<boolean> {
  const { id, provider, organizationId, startedAt } = verification;
  const completion = { id, outcome: "verified" as const, startedAt, ...config().ttl };
  if (POLICY[provider].bills !== "when verified") return completeVerification(database("link"), completion);
  return inTurn(organizationId, () =>
    database().transaction(async (tx) => {
      const locked = await lockOrganizationIfAny(tx, organizationId);
      const isDone = await completeAndBill(locked, completion, await billOfVerified(locked, verification));
      failpoint("before commit");
      return isDone;
    }),
  );
}

/** Says what a yes costs. It needs the organization's lock, so that the included checks of a month are counted one after the other. */
async function billOfVerified(tx: LockedTransaction, verification: VerificationRow) {
  const { provider, mode, organizationId, returnOrigin, reservedMinor } = verification;
  const { now, terms, usage } = await readBillFacts(tx, organizationId);
  // The ledger finds a row by the moment in its id, which is not after its own, also where the database's clock was set back.
  const at = new Date(Math.max(+now, momentOfUuidV7(verification.id)));
  const host = URL.parse(returnOrigin)?.hostname ?? null;
  const bill = billOf(provider, mode, terms, usage, reservedMinor);
  return { ...bill, at, host, mac: macOf(rowOfCheck({ ...verification, host, createdAt: at }, bill)) };
}
