import type { Db } from "#db/client.ts";
import {
  beginMonth,
  insertVerifications,
  type LockWait,
  MAX_LOCK_WAIT_MS,
  REMEMBERED_MEANWHILE,
} from "#db/queries/admission.ts";
import { lockOrganizationInTime } from "#db/queries/organization-lock.ts";
import { isOfTheRow } from "#lib/base/sqlstate.rules.ts";
import { secretDigest } from "#lib/crypto/digest.ts";
import { encryptId } from "#lib/crypto/opaque-id.ts";
import { faultOf, log } from "#lib/observe/log.ts";
import { config } from "#lib/runtime/config.ts";
import { database, leaveDatabase } from "#lib/runtime/database.ts";
import { failpoint } from "#lib/runtime/failpoint.ts";
import { batched } from "./batch.ts";
import { brakesOf } from "./brake.ts";
import { type Decided, type Decision, decideAll, type NotStarted } from "./decide-all.ts";
import type { StartRequest } from "./facts.ts";
import { type Facts, readFacts } from "./facts.ts";
import { type Exhausted, enterCall, type LimitedCall, shopOfKey } from "./limits.ts";
import { queuesByOrganization } from "./organization-lock.ts";
import { linkPageKey } from "./page-key.ts";

/** `isReplay`: the link is that of an earlier call. */
export type Started = { ok: true; url: string; id: string; isReplay: boolean } | NotStarted;

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
  const shop = shopOfKey(request.pluginKey);
  // While others of its organization wait, a batch would only hold up its neighbours.
  if (shop && queues.hasWaiting(shop.organizationId)) return queues.ask(shop.organizationId, request);
  const answer = await startTogether(request);
  return "leftTo" in answer ? queues.ask(answer.leftTo, request) : answer;
}

/** A stranger who knows an Idempotency-Key calls from elsewhere, for another device, and makes nobody wait. */
function turnOf(request: StartRequest, { pluginKey, place, caller, deviceId }: LimitedCall): string {
  return JSON.stringify([pluginKey, place, caller, deviceId, request.idempotencyKey]);
}

/** The latest call under each Idempotency-Key of a caller that runs now. */
const running = new Map<string, Promise<unknown>>();

/**
 * Runs a call when the one before it under the same name is over, whatever became of that: a repeat that comes while the first call
 * runs waits for it, and then finds what it wrote, without the lock of the organization.
 */
async function inTurnOfKey<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const before = running.get(name);
  const turn = before ? before.then(work) : work();
  const over = turn.then(
    () => {},
    () => {},
  );
  running.set(name, over);
  try {
    return await turn;
  } finally {
    if (running.get(name) === over) running.delete(name);
  }
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

/** A call that a batch did not decide, or did not write: its organization's queue answers it. */
type LeftOver = { leftTo: string };

/**
 * The first way. Batches follow each other on one connection, so that none finds its organization locked by the one before it.
 */
const startTogether = batched((requests: readonly StartRequest[]) => startAll(database("start"), requests, "shortly"), {
  name: "start",
  inFlight: 2,
  onDeadline: () => leaveDatabase("start"),
});

/**
 * Two statements for a whole batch: one reads the facts, one writes what is accepted if the facts still hold, so that no pause of
 * this process holds a lock. `waits`: for an organization that another transaction has locked. Its calls are left over after that,
 * like those whose facts have changed and those that this cannot decide.
 */
async function startAll(db: Db, requests: readonly StartRequest[], waits: LockWait): Promise<(Started | LeftOver)[]> {
  const facts = await readFacts(db, requests);
  const decided = decideAll(facts, null);
  const written = await write(db, decided, facts, waits).catch((fault: unknown) => {
    if (!isOfTheRow(faultOf(fault).code)) throw fault;
    // One row broke a constraint. Each organization of the batch tries again by itself.
    const { code, ...place } = faultOf(fault);
    // At another process, the first call under an Idempotency-Key ran at the same time. Now this one finds what that wrote.
    if (code !== REMEMBERED_MEANWHILE) log.error({ event: "start_refused", code, ...place });
    return new Set<string>();
  });
  if (written.size > 0) failpoint("after commit");
  return facts.calls.map(({ request, key, n }) => {
    const decision = decided.decisions[n] ?? null;
    const stands = decision && (!decision.ok || decision.isReplay || written.has(decision.organizationId));
    if (stands || key === null) return startedOf(request, decision);
    return { leftTo: key.organizationId };
  });
}

/**
 * The second way: the calls that the first left over are read and decided once more, on a connection that waits for the lock of
 * their organization within the one statement that writes. What is left over again goes the third way.
 */
const queues = queuesByOrganization(
  async (organizationId, requests: readonly StartRequest[], waitMs): Promise<(Started | Error)[]> => {
    const until = performance.now() + waitMs;
    const again =
      waitMs < MAX_LOCK_WAIT_MS
        ? requests.map(() => ({ leftTo: organizationId }))
        : await startAll(database("queue"), requests, "long");
    const left = requests.filter((_, n) => again[n] && "leftTo" in again[n]);
    const answers = await startUnderLock(organizationId, left, until);
    return again.map((answer) => ("leftTo" in answer ? (answers.shift() as Started | Error) : answer));
  },
);

/** The third way. Where a row breaks a constraint, each call goes by itself, so that it fails alone. */
async function startUnderLock(
  organizationId: string,
  requests: readonly StartRequest[],
  until: number,
): Promise<(Started | Error)[]> {
  if (requests.length === 0) return [];
  try {
    return await decideUnderLock(organizationId, requests, Math.max(1, Math.floor(until - performance.now())));
  } catch (fault) {
    // The calls of other ways are written and billed: they are answered, whatever becomes of these.
    if (!isOfTheRow(faultOf(fault).code) || requests.length === 1) return requests.map(() => fault as Error);
    const answers: (Started | Error)[] = [];
    for (const request of requests) answers.push(...(await startUnderLock(organizationId, [request], until)));
    return answers;
  }
}

/** Under the organization's lock, nothing that the decisions depend on changes before they are written. */
async function decideUnderLock(
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
    return requests.map((request, n) => startedOf(request, decided.decisions[n] ?? null));
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

function startedOf({ provider }: StartRequest, decision: Decision | null): Started {
  if (decision === null) throw new Error("A call was not decided");
  if (!decision.ok) return decision;
  const { id, isReplay } = decision;
  return { ok: true, id, isReplay, url: `${config().baseUrl}/verify/${provider}?session=${encryptId("session", id)}` };
}
