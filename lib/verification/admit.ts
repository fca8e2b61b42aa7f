import { timingSafeEqual } from "node:crypto";
import type { NewVerification } from "#db/queries/admission.ts";
import type { KeyRow } from "#db/queries/admission-key.ts";
import type { RememberedKey } from "#db/queries/idempotency-key.ts";
import type { ProofQuestion } from "#db/queries/verification-proof.ts";
import { rowOfCheck } from "#lib/billing/ledger.rules.ts";
import { macOf } from "#lib/billing/row-mac.ts";
import { billOf, priceOf, type Reserved } from "#lib/billing/spend.rules.ts";
import { config } from "#lib/core/config.ts";
import { deviceDigest, deviceDigests, idempotencyDigests, secretDigest } from "#lib/core/digest.ts";
import { POLICY, turnsAwayTheVerified } from "#lib/core/provider.rules.ts";
import { uuidV7 } from "#lib/core/uuid.ts";
import { answersFor, providers } from "#lib/eid/providers.ts";
import { type AdmissionFacts, type AdmissionRefusal, type Ask, mayReturnTo, refusalOf } from "./admission.rules.ts";

/** A call of a generator, read and checked. `pluginKey`: `null` where the text cannot be a key. */
export type StartRequest = Ask & {
  pluginKey: string | null;
  deviceId: string;
  idempotencyKey: string | null;
  /** The secret that the caller sent; `null`: none, or a text that cannot be one. */
  secret: string | null;
  /** The address prefix of the caller, as `callerOf` writes it. */
  caller: string;
  /** The return URL is a page of ours, so no verified domain is needed. Only our own code sets this. */
  returnsToUs?: true;
};

/** One request of a batch, with what the database says about its key. */
export type Call = {
  n: number;
  request: StartRequest;
  key: KeyRow | null;
  /** The digest of the Idempotency-Key under each of our keys, the current one first; empty: the caller sent none. */
  idempotencies: Idempotency[];
  /** The key was read for an earlier call. */
  isRecent: boolean;
};

type Idempotency = { key: string; request: string };

/** `row`: what to insert; `null` for a replay, whose link exists. `mayReturn`: a refused visitor may be sent to the return URL. */
export type Admission =
  | { ok: true; id: string; key: KeyRow; row: NewVerification | null }
  | { ok: false; reason: AdmissionRefusal | "idempotency_key_reused"; mayReturn: boolean };

/** `keys`: by their text. */
export function callOf(request: StartRequest, n: number, keys: ReadonlyMap<string, KeyRow>, isRecent = false): Call {
  const key = keys.get(request.pluginKey ?? "") ?? null;
  return { n, request, key, idempotencies: idempotenciesOf(request, key), isRecent };
}

/** Applies the rules to the facts: a new verification, the link of an earlier request, or the reason for refusing. */
export function decide(
  { request, key, idempotencies }: Call,
  verifiedAge: 16 | 18 | null,
  remembered: RememberedKey[],
  reserved: Reserved,
  now: Date,
): Admission {
  const isSame = (r: RememberedKey, one: Idempotency) => r.pluginKeyId === key?.id && r.key === one.key;
  const before = remembered.find((r) => idempotencies.some((one) => isSame(r, one)));
  const facts: AdmissionFacts = {
    key,
    isLockedOut: key !== null && isLockedOut(key, request.secret),
    organization: { suspendedAt: key?.suspendedAt ?? null },
    hasEid: key === null || answersFor(request.minimumAge, providers()[key.mode][request.provider]),
    subscription: key?.subscription ?? null,
    graceMs: config().billing.graceMs,
    usage: key?.usage ?? { checks: 0, spentMinor: 0 },
    reserved,
    domains: request.returnsToUs ? [{ host: request.returnUrl.host, includeSubdomains: false }] : (key?.domains ?? []),
    verifiedDevices: key?.verifiedDevices ?? "turned_away",
    verifiedAge,
    isReplay: before !== undefined && idempotencies.some(({ request }) => request === before.request),
  };
  const reason = refusalOf(request, facts, now);
  const mayReturn = key !== null && mayReturnTo(request.returnUrl.host, facts);
  if (reason !== null || key === null) return { ok: false, reason: reason ?? "plugin_key_unknown", mayReturn };
  if (before)
    return facts.isReplay
      ? { ok: true, id: before.verificationId, key, row: null }
      : { ok: false, reason: "idempotency_key_reused", mayReturn };
  const row = newVerification(request, key, idempotencies[0] ?? null, now);
  return { ok: true, id: row.id, key, row };
}

/** Compares every secret of a locked key in constant time, so that the time says nothing about them. */
export function isLockedOut({ secrets }: Pick<KeyRow, "secrets">, given: string | null): boolean {
  if (secrets.length === 0 || given === null) return secrets.length > 0;
  const digest = secretDigest(given);
  return secrets.filter((secret) => timingSafeEqual(Buffer.from(secret, "hex"), digest)).length === 0;
}

function newVerification(
  request: StartRequest,
  key: KeyRow,
  idempotency: Idempotency | null,
  now: Date,
): NewVerification {
  const { provider, minimumAge, returnUrl, deviceId } = request;
  const { organizationId, id: pluginKeyId, mode, subscription } = key;
  const check = { id: uuidV7(+now), organizationId, pluginKeyId, provider, mode, createdAt: now };
  const billsAtOnce = POLICY[provider].bills === "when accepted";
  const bill = billsAtOnce ? billOf(provider, mode, subscription, key.usage) : null;
  const mac = bill && macOf(rowOfCheck({ ...check, host: returnUrl.host }, bill)).toString("hex");
  return {
    ...check,
    minimumAge,
    device: deviceDigest(key.organizationId, deviceId).toString("hex"),
    returnOrigin: returnUrl.origin,
    returnUrl: returnUrl.href,
    host: returnUrl.host,
    bill: bill && mac ? { ...bill, mac } : null,
    reservedMinor: billsAtOnce || mode === "test" || subscription === null ? null : priceOf(provider, subscription),
    idempotency,
  };
}

/** What the rules must know about the device; empty where they do not ask about it. */
export function proofQuestion({ n, request, key }: Call): ProofQuestion[] {
  if (!key || !turnsAwayTheVerified(request.provider, key.verifiedDevices)) return [];
  const devices = deviceDigests(key.organizationId, request.deviceId).map((digest) => digest.toString("hex"));
  return [{ n, organizationId: key.organizationId, mode: key.mode, devices }];
}

/**
 * Separates a shop's Idempotency-Keys from those of strangers who know its public key: by the key's secret, or by the verified
 * host of the page that calls. The rules refuse a caller with neither before it could learn of an earlier call. Both secrets
 * of a key count as one caller, so that a retry finds its link while the shop rotates them.
 */
function knownCaller({ originHost }: StartRequest, key: KeyRow | null): string[] {
  if (key !== null && key.secrets.length > 0) return ["secret"];
  return originHost ? [`origin ${originHost}`] : [];
}

function idempotenciesOf(request: StartRequest, key: KeyRow | null): Idempotency[] {
  const { idempotencyKey, provider, deviceId, minimumAge, returnUrl } = request;
  if (idempotencyKey === null) return [];
  const keys = idempotencyDigests("key", idempotencyKey, ...knownCaller(request, key));
  const requests = idempotencyDigests("request", provider, deviceId, String(minimumAge), returnUrl.href);
  return keys.map((key, n) => ({ key, request: requests[n] ?? "" }));
}
