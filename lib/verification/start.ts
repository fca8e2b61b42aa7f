import type { Transaction } from "#db/client.ts";
import { insertVerifications, type NewVerification } from "#db/queries/admission.ts";
import { readKeys } from "#db/queries/admission-key.ts";
import { readIdempotencyKeys } from "#db/queries/idempotency-key.ts";
import {
  type LockedOrganizations,
  lockFreeOrganizationsOf,
  lockOrganizationInTime,
} from "#db/queries/organization-lock.ts";
import { readVerifiedAges } from "#db/queries/verification-proof.ts";
import { type ReservedRow, readReserved } from "#db/queries/verification-reserved.ts";
import { type Reserved, stoppingCap } from "#lib/billing/spend.rules.ts";
import { config } from "#lib/core/config.ts";
import { database } from "#lib/core/database.ts";
import { secretDigest } from "#lib/core/digest.ts";
import { coveringHosts } from "#lib/core/host.rules.ts";
import { encryptId } from "#lib/core/opaque-id.ts";
import type { AdmissionRefusal } from "./admission.rules.ts";
import { type Call, callOf, decide, proofQuestion, type StartRequest } from "./admit.ts";
import { batched } from "./batch.ts";
import { brakesOf } from "./brake.ts";
import { type Exhausted, enterCall, exhaustedKey, type LimitedCall, rememberLimits, takeAccepted } from "./limits.ts";
import { queuesByOrganization } from "./organization-lock.ts";

type StartRefusal = AdmissionRefusal | "rate_limited" | "idempotency_key_reused";

/** `isReplay`: the link is that of an earlier call. `mayReturn`: the return URL belongs to the organization, so a refused visitor may be sent back there. */
export type Started =
  | { ok: true; url: string; id: string; isReplay: boolean }
  | { ok: false; reason: StartRefusal; mayReturn: boolean; exhausted?: Exhausted };

/** Rules 7 to 11 of contract §1. It answers after the commit of verification, billing event and usage, which are one transaction. */
export async function startVerification(request: StartRequest): Promise<Started> {
  const entered = enterCall(limitedCallOf(request));
  if (!entered.ok) return limited(entered.exhausted);
  try {
    const first = await startTogether(request);
    const started = "lockedBy" in first ? await startLocked(first.lockedBy, request) : first;
    entered.settle(started.ok ? "accepted" : started.reason === "rate_limited" ? "not decided" : "refused");
    return started;
  } catch (fault) {
    entered.settle("not decided");
    throw fault;
  }
}

function limited(exhausted: Exhausted) {
  return { ok: false, reason: "rate_limited", mayReturn: false, exhausted } as const;
}

function limitedCallOf({ pluginKey, deviceId, caller, returnUrl, originHost, secret }: StartRequest): LimitedCall {
  // A caller without the secret of a locked key has another place than the shop with the secret.
  const digest = secret === null ? "" : secretDigest(secret).toString("base64url");
  return {
    pluginKey: pluginKey ?? "no key",
    deviceId,
    caller,
    place: `${returnUrl.host} ${originHost ?? ""} ${digest}`,
  };
}

/** Another transaction holds this organization's lock. Its calls wait for it in a queue of their own. */
type Locked = { lockedBy: string };

const startTogether = batched((requests: readonly StartRequest[]) => startAll(requests, lockFreeOrganizationsOf));

const startLocked = queuesByOrganization(async (organizationId, requests: readonly StartRequest[], waitMs) => {
  const answers = await startAll(requests, (tx) => lockOrganizationInTime(tx, organizationId, waitMs));
  return answers.map((answer) => {
    if ("lockedBy" in answer) throw new Error("The plugin key went to another organization");
    return answer;
  });
});

/** Locks organizations of these plugin keys, and answers which ones. */
type Lock = (tx: Transaction, pluginKeys: string[]) => Promise<LockedOrganizations>;

async function startAll(requests: readonly StartRequest[], lock: Lock): Promise<(Started | Locked)[]> {
  return database().transaction(async (tx) => {
    const pluginKeys = [...new Set(requests.flatMap(({ pluginKey }) => pluginKey ?? []))];
    const hosts = [...new Set(requests.flatMap(hostsOf).flatMap(coveringHosts))];
    // Both are sent at once and run one after the other: the facts are read under the locks.
    const [{ tx: lockedTx, ids: locked }, { now, keys }] = await Promise.all([
      lock(tx, pluginKeys),
      readKeys(tx, pluginKeys, hosts),
    ]);
    rememberLimits(keys);
    const all = requests.map((request, n) => callOf(request, n, keys));
    const calls = all.filter(({ key }) => key === null || locked.has(key.organizationId));
    const capped = keys.flatMap(({ organizationId, mode, subscription }) =>
      mode === "live" && subscription !== null && stoppingCap(subscription) !== null ? [organizationId] : [],
    );
    const [verifiedAges, remembered, reserved] = await Promise.all([
      readVerifiedAges(tx, calls.flatMap(proofQuestion), new Date(+now - config().ttl.tokenMs)),
      readIdempotencyKeys(
        tx,
        calls.flatMap(({ key, idempotencies }) =>
          key ? idempotencies.map((one) => ({ pluginKeyId: key.id, ...one })) : [],
        ),
      ),
      readReserved(tx, [...new Set(capped)], now, config().ttl),
    ]);
    const accepted: NewVerification[] = [];
    // Later calls of this transaction see what earlier ones spent, reserved and remembered.
    const accept = (row: NewVerification) => {
      accepted.push(row);
      if (row.idempotency)
        remembered.push({ pluginKeyId: row.pluginKeyId, ...row.idempotency, verificationId: row.id });
      const { organizationId, reservedMinor } = row;
      if (reservedMinor !== null) reserved.push({ organizationId, priceMinor: reservedMinor, checks: 1 });
      if (row.mode === "test" || row.bill === null) return;
      for (const { organizationId, usage } of keys)
        if (organizationId === row.organizationId) {
          usage.checks += 1;
          usage.spentMinor += row.bill.priceMinor;
        }
    };
    const brakes = brakesOf();
    const answers = all.map((call) => {
      if (call.key && !locked.has(call.key.organizationId)) return { lockedBy: call.key.organizationId };
      const exhausted = call.key && exhaustedKey(call.key, call.request.deviceId);
      if (exhausted) return limited(exhausted);
      const answer = decide(call, verifiedAges.get(call.n) ?? null, remembered, reservedBy(call, reserved), now);
      if (!answer.ok) return answer;
      if (call.key && answer.row && brakes.stops(call.key, now))
        return { ok: false as const, reason: "plugin_key_paused" as const, mayReturn: true };
      if (call.key) takeAccepted(call.key, call.request.deviceId);
      if (call.key && answer.row) brakes.counts(call.key);
      if (answer.row) accept(answer.row);
      const url = flowUrl(call.request.provider, answer.id);
      return { ok: true as const, url, id: answer.id, isReplay: answer.row === null };
    });
    await insertVerifications(lockedTx, accepted);
    await brakes.write(lockedTx, now);
    return answers;
  });
}

function reservedBy({ key }: Call, reserved: ReservedRow[]): Reserved {
  return reserved.filter(({ organizationId }) => organizationId === key?.organizationId);
}

function hostsOf({ returnUrl, originHost }: StartRequest): string[] {
  return originHost ? [returnUrl.host, originHost] : [returnUrl.host];
}

function flowUrl(provider: StartRequest["provider"], id: string): string {
  return `${config().baseUrl}/verify/${provider}?session=${encryptId("session", id)}`;
}
