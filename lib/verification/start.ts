import { LRUCache } from "lru-cache";
import type { Database, Db } from "#db/client.ts";
import {
  beginMonth,
  insertVerifications,
  type LockWait,
  MAX_LOCK_WAIT_MS,
  REMEMBERED_MEANWHILE,
} from "#db/queries/admission.ts";
import { lockOrganizationInTime } from "#db/queries/organization-lock.ts";
import { config } from "#lib/core/config.ts";
import { database, leaveDatabase } from "#lib/core/database.ts";
import { secretDigest } from "#lib/core/digest.ts";
import { failpoint } from "#lib/core/failpoint.ts";
import { faultOf, log } from "#lib/core/log.ts";
import { encryptId } from "#lib/core/opaque-id.ts";
import type { AdmissionReason } from "./admission.rules.ts";
import { batched } from "./batch.ts";
import { brakesOf } from "./brake.ts";
import type { StartRequest } from "./call.ts";
import { type Decided, type Decision, decideAll, type NeedsFacts, type NeedsLock } from "./decide-all.ts";
import { type Facts, readFacts } from "./facts.ts";
import { inTurnOfKey } from "./idempotency-turn.ts";
import { type Exhausted, enterCall, type LimitedCall } from "./limits.ts";
import { queuesByOrganization } from "./organization-lock.ts";
import { linkPageKey } from "./page-key.ts";
import { type Asked, dropKey, keepKeys, recentKeys } from "./recent-keys.ts";

type StartReason = AdmissionReason | "rate_limited" | "idempotency_key_reused";

/**
 * `isReplay`: the link is that of an earlier call. `mayReturn`: the return URL belongs to the organization, so a refused visitor may
 * be sent back there. `isBackend`: the call carried a secret of the key, as far as it was looked up.
 */
export type Started =
  | { ok: true; url: string; id: string; isReplay: boolean }
  | { ok: false; reason: StartReason; mayReturn: boolean; isBackend: boolean; exhausted?: Exhausted };

/** Rules 7 to 11 of contract §1. It answers after the commit of verification, billing event and usage, which are one transaction. */
export async function startVerification(request: StartRequest): Promise<Started> {
  const call = limitedCallOf(request);
  const entered = enterCall(call);
  if (!entered.ok) return limited(entered.exhausted);
  try {
    const started = await (request.idempotencyKey === null
      ? start(request)
      : inTurnOfKey(turnOf(request, call), () => start(request)));
    entered.settle(outcomeOf(started));
    return started;
  } catch (fault) {
    entered.settle("not decided");
    throw fault;
  }
}

/** A call that the budget of its own address refuses counts as refused, or a made-up secret would have it looked up for ever. */
function outcomeOf(started: Started) {
  if (started.ok) return "accepted";
  return started.exhausted && started.exhausted.limit !== "address" ? "not decided" : "refused";
}

async function start(request: StartRequest): Promise<Started> {
  const organizationId = contended.get(request.pluginKey ?? "");
  if (organizationId) return startInQueue(organizationId, request);
  // The answer to a repeated call writes nothing, so no write compares its facts: with an Idempotency-Key they are read now.
  const first = await startTogether({ request, anew: request.idempotencyKey !== null });
  const second = first.ok === "needs facts" ? await startTogether({ request, anew: true }) : first;
  if (second.ok === "needs facts") throw new Error("A call was not decided by facts of its own");
  return second.ok === "needs lock" ? startInQueue(second.organizationId, request) : second;
}

/** A stranger who knows an Idempotency-Key calls from elsewhere, for another device, and makes nobody wait. */
function turnOf(request: StartRequest, { pluginKey, place, caller, deviceId }: LimitedCall): string {
  return JSON.stringify([pluginKey, place, caller, deviceId, request.idempotencyKey]);
}

function limited(exhausted: Exhausted) {
  return { ok: false, reason: "rate_limited", mayReturn: false, isBackend: false, exhausted } as const;
}

function limitedCallOf(request: StartRequest): LimitedCall {
  const { pluginKey, deviceId, caller, visitor, returnUrl, originHost, secret } = request;
  // A caller without the secret of a locked key has another place than the shop with the secret.
  const digest = secret === null ? "" : secretDigest(secret).toString("base64url");
  return {
    pluginKey: pluginKey ?? "no key",
    deviceId,
    caller,
    visitor,
    sendsSecret: secret !== null,
    place: `${returnUrl.host} ${originHost ?? ""} ${digest}`,
  };
}

/** Batches follow each other on one connection, so that none finds its organization locked by the one before it. */
const startTogether = batched((asked: readonly Asked[]) => startAll(database("start"), asked, "shortly"), {
  name: "start",
  inFlight: 2,
  onDeadline: () => leaveDatabase("start"),
});

type BatchAnswer = Started | NeedsLock | NeedsFacts;

/**
 * Two statements for a whole batch: one reads the facts that are not known, one writes what is accepted if the facts still hold.
 * `waits`: for an organization that another transaction has locked. Its calls are left over after that, like those that this
 * cannot decide.
 */
async function startAll(db: Database, asked: readonly Asked[], waits: LockWait): Promise<BatchAnswer[]> {
  const requests = asked.map(({ request }) => request);
  const facts = await readFacts(db, requests, recentKeys(db, asked));
  const decided = decideAll(facts, null);
  const written = await write(db, decided, facts, waits).catch((fault: unknown) => {
    if (!isOfTheRow(fault)) throw fault;
    // One row broke a constraint. Each organization of the batch tries again by itself.
    const { code, ...place } = faultOf(fault);
    // At another process, the first call under an Idempotency-Key ran at the same time. Now this one finds what that wrote.
    if (code !== REMEMBERED_MEANWHILE) log.error({ event: "start_refused", code, ...place });
    return new Set<string>();
  });
  if (written.size > 0) failpoint("after commit");
  const isWritten = (decision: Decision) => decision.ok === true && written.has(decision.organizationId);
  // Calls of the queue are never decided by earlier facts.
  if (waits === "shortly") keepKeys(db, facts, decided.decisions.map(isWritten));
  return decided.decisions.map((decision, n): BatchAnswer => {
    if (decision.ok !== true || decision.isReplay || isWritten(decision)) return startedOf(decision);
    const { organizationId, pluginKey } = decision;
    dropKey(db, pluginKey);
    if (facts.calls[n]?.isRecent) return { ok: "needs facts" };
    contended.set(pluginKey, organizationId);
    return { ok: "needs lock", organizationId };
  });
}

/**
 * The plugin keys of organizations that somebody else held for too long, or whose usage another process changed meanwhile.
 * Their calls do not try in a batch first, which would read the facts twice and keep the others waiting.
 */
const contended = new LRUCache<string, string>({ max: 1_000, ttl: 200 });

/**
 * Waits for the organization, first within the one statement that writes, so that no pause of this process holds its lock. What
 * is left over is decided under the lock.
 */
const startInQueue = queuesByOrganization(
  async (organizationId, requests: readonly StartRequest[], waitMs): Promise<(Started | Error)[]> => {
    const until = performance.now() + waitMs;
    const canWait = waitMs >= MAX_LOCK_WAIT_MS;
    const anew = requests.map((request) => ({ request, anew: true }));
    const first = canWait ? await startAll(database("queue"), anew, "long") : [];
    const answers = new Map<StartRequest, Started | Error>();
    for (const [n, request] of requests.entries()) {
      const started = first[n];
      if (started && typeof started.ok === "boolean") answers.set(request, started);
    }
    const left = requests.filter((request) => !answers.has(request));
    if (left.length > 0) {
      const remainingMs = Math.max(1, Math.floor(until - performance.now()));
      // The others are written and billed: they are answered, whatever becomes of these.
      const failed = (fault: Error) => left.map(() => fault);
      const started = await startEach(organizationId, left, remainingMs).catch(failed);
      for (const [n, request] of left.entries()) answers.set(request, started[n] as Started | Error);
    }
    return requests.map((request) => answers.get(request) as Started | Error);
  },
);

/** Together; where a row breaks a constraint, one after the other, so that it fails alone. */
async function startEach(
  organizationId: string,
  requests: readonly StartRequest[],
  waitMs: number,
): Promise<(Started | Error)[]> {
  try {
    return await startUnderLock(organizationId, requests, waitMs);
  } catch (fault) {
    if (!isOfTheRow(fault) || requests.length === 1) throw fault;
    const answers: (Started | Error)[] = [];
    for (const request of requests)
      answers.push(...(await startUnderLock(organizationId, [request], waitMs).catch((own: Error) => [own])));
    return answers;
  }
}

/** Under the organization's lock, nothing that the decisions depend on changes before they are written. */
async function startUnderLock(
  organizationId: string,
  requests: readonly StartRequest[],
  waitMs: number,
): Promise<Started[]> {
  return database().transaction(async (tx) => {
    // Both are sent at once and run one after the other: the facts are read under the lock.
    const [locked, facts] = await Promise.all([
      lockOrganizationInTime(tx, organizationId, waitMs),
      readFacts(tx, requests),
    ]);
    const underLock = { brakes: brakesOf() };
    const decided = decideAll(facts, underLock);
    const written = await write(locked, decided, facts);
    if (decided.conditions.some((one) => !written.has(one.organizationId)))
      throw new Error("The facts changed under the organization's lock");
    await underLock.brakes.write(locked, facts.now);
    failpoint("before commit");
    return decided.decisions.map((decision) => {
      const started = startedOf(decision);
      if (typeof started.ok !== "boolean") throw new Error("A call under the lock was not decided");
      return started;
    });
  });
}

/** Writes what the decisions accept. The limits get back what was not written. */
async function write(
  db: Db,
  { rows, conditions, uncounted, giveBack }: Decided,
  { now }: Facts,
  waits?: LockWait,
): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  let written = new Set<string>();
  try {
    const pageKey = await linkPageKey();
    await beginMonth(db, uncounted, now);
    failpoint("before commit");
    written = await insertVerifications(db, conditions, rows, pageKey, now, waits);
    return written;
  } finally {
    for (const { organizationId } of conditions) if (!written.has(organizationId)) giveBack(organizationId);
  }
}

function startedOf(decision: Decision): BatchAnswer {
  if (decision.ok !== true) return decision;
  const { id, isReplay, provider } = decision;
  return { ok: true, id, isReplay, url: flowUrl(provider, id) };
}

/** SQLSTATE classes 22 (data exception) and 23 (integrity constraint violation): a row is at fault, not the database. */
function isOfTheRow(fault: unknown): boolean {
  return /^2[23]/.test(faultOf(fault).code ?? "");
}

function flowUrl(provider: StartRequest["provider"], id: string): string {
  return `${config().baseUrl}/verify/${provider}?session=${encryptId("session", id)}`;
}
