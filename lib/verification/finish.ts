import { setTimeout as pause } from "node:timers/promises";
import type { Transaction } from "#db/client.ts";
import { lockOrganization } from "#db/queries/organization-lock.ts";
import { readBillFacts } from "#db/queries/subscription.ts";
import {
  endAttempts,
  findVerification,
  noteProblem,
  noteTooYoung,
  takeAnswer,
  type VerificationRow,
} from "#db/queries/verification.ts";
import { completeVerification } from "#db/queries/verification-completion.ts";
import { recordStep } from "#lib/activity/record.ts";
import { rowOfCheck } from "#lib/billing/ledger.rules.ts";
import { macOf } from "#lib/billing/row-mac.ts";
import { billOf } from "#lib/billing/spend.rules.ts";
import { config } from "#lib/core/config.ts";
import { database } from "#lib/core/database.ts";
import { encryptId } from "#lib/core/opaque-id.ts";
import { POLICY, type ProviderId } from "#lib/core/provider.rules.ts";
import { providers } from "#lib/eid/providers.ts";
import { conclude } from "#lib/eid/relying-party.ts";
import { attemptOf, readState } from "./authorization-attempt.ts";
import { encryptReturnUrl } from "./encrypted-return-url.ts";
import { isSameBrowser, tokenUrl, type Visitor } from "./link-state.ts";
import { inTurn } from "./organization-lock.ts";
import { stateOf } from "./verification.rules.ts";

/** `ended`: it ended just now, and this is the way home to keep. */
export type Finished =
  | { go: "home"; url: string; ended: Ended }
  | { go: "again"; session: string }
  | { go: "other_browser"; session: string }
  | { go: "incomplete" };

type Ended = { id: string; encryptedReturnUrl: string };

/** The visitor is back from the eID. `query` is what the eID put behind the redirect URI. */
export async function finish(provider: ProviderId, query: URLSearchParams, visitor: Visitor): Promise<Finished> {
  const answered = readState(query.getAll("state"));
  const verification = answered && (await findVerification(database(), answered.id));
  if (!verification || verification.provider !== provider || answered.attempt > verification.attempt)
    return { go: "incomplete" };
  const again = { go: "again" as const, session: encryptId("session", verification.id) };
  const state = stateOf(verification, verification.now, config().ttl);
  if (state !== "authorizing" || verification.problem === "too_young") return again;
  if (!isSameBrowser(verification, visitor)) {
    recordStep(verification, "other_browser");
    // The code stands in this browser's address bar, for its owner to pass on: it must be worth nothing from now on.
    if (query.has("code")) await endAttempts(database(), verification.id);
    return { go: "other_browser", session: again.session };
  }
  // Somebody looks at the address again without what the eID said: there is nothing to conclude.
  if (!query.has("code") && !query.has("error")) return again;
  const key = `${answered.id} ${answered.attempt}`;
  const finishing =
    underWay.get(key) ?? conclusionOf(verification, answered.attempt, query).finally(() => underWay.delete(key));
  underWay.set(key, finishing);
  return finishing;
}

/**
 * A browser may ask twice at once (a double tap, a reload), and the eID takes its code once: both hear the same. That only one
 * hands it over is the row's to say, for other processes; this spares them the wait here.
 */
const underWay = new Map<string, Promise<Finished>>();

async function conclusionOf(verification: VerificationRow, attempt: number, query: URLSearchParams): Promise<Finished> {
  const again = { go: "again" as const, session: encryptId("session", verification.id) };
  if (query.has("code") && !(await takeAnswer(database(), verification.id, attempt))) {
    await concludedElsewhere(verification.id, attempt);
    return again;
  }
  // An answer to an earlier trip may still be the right one: it is held against the secrets of that trip.
  const authorization = attemptOf(verification, attempt);
  const callback = new URL(`${authorization.redirectUri}?${query}`);
  const eid = providers()[verification.mode][verification.provider];
  const { startedAt, now } = verification;
  const concluded = await conclude(eid, callback, authorization, startedAt ?? now, now);
  if (!concluded.ok) {
    await noteProblem(database(), verification.id, attempt, concluded.problem);
    recordStep(verification, concluded.problem);
    return again;
  }
  const isOldEnough = (verification.minimumAge === 18 ? concluded.ages.over18 : concluded.ages.over16) === true;
  if (!isOldEnough) {
    await noteTooYoung(database(), verification.id);
    return again;
  }
  const ended = await complete(verification);
  if (ended === null) return again;
  recordStep(verification, "confirmed");
  return { go: "home", url: tokenUrl(ended.id, ended.href), ended };
}

/** Another process has the answer in hand. Its visitor is ours: what comes of it is on the row, and the link then shows it. */
async function concludedElsewhere(id: string, attempt: number): Promise<void> {
  const deadline = performance.now() + LONGEST_MS;
  for (let waitMs = 100; performance.now() < deadline; waitMs = Math.min(waitMs * 2, 1_000)) {
    const row = await findVerification(database(), id);
    const isConcluded = row === null || row.completedAt !== null || row.problem === "too_young";
    if (isConcluded || row.attempt > attempt) return;
    await pause(waitMs);
  }
}

/** An eID answers within 20 seconds, or the process that asked it is gone; the link lets the visitor try again then. */
const LONGEST_MS = 25_000;

/** The link that an answer of an eID belongs to; `null`: none of ours. */
export function sessionOf(query: URLSearchParams): string | null {
  const answered = readState(query.getAll("state"));
  return answered && encryptId("session", answered.id);
}

/** Old enough. `null`: it was over already. */
async function complete(verification: VerificationRow): Promise<(Ended & { href: string }) | null> {
  const { id, provider, organizationId, returnUrl, returnOrigin, startedAt } = verification;
  const completion = { id, outcome: "verified" as const, startedAt, ...config().ttl };
  const isDone = await (POLICY[provider].bills === "when verified"
    ? inTurn(organizationId, () =>
        database().transaction(async (tx) =>
          completeVerification(tx, { ...completion, bill: await billOfProof(tx, verification) }),
        ),
      )
    : completeVerification(database(), { ...completion, bill: null }));
  if (!isDone) return null;
  const href = returnUrl ?? `${returnOrigin}/`;
  return { id, href, encryptedReturnUrl: await encryptReturnUrl({ verificationId: id, href }) };
}

/** What a yes costs. Under the organization's gate, so that a month's included checks are counted one after the other. */
async function billOfProof(tx: Transaction, verification: VerificationRow) {
  const { provider, mode, organizationId, returnOrigin, reservedMinor } = verification;
  await lockOrganization(tx, organizationId);
  const { now: at, terms, usage } = await readBillFacts(tx, organizationId);
  const host = URL.parse(returnOrigin)?.hostname ?? null;
  const bill = billOf(provider, mode, terms, usage, reservedMinor);
  return { ...bill, at, host, mac: macOf(rowOfCheck({ ...verification, host, createdAt: at }, bill)) };
}
