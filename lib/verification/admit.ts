import type { NewVerification } from "#db/queries/admission.ts";
import type { KeyRow } from "#db/queries/admission-key.ts";
import type { RememberedKey } from "#db/queries/idempotency-key.ts";
import { uuidV7 } from "#lib/base/uuid.ts";
import { rowOfCheck } from "#lib/billing/ledger.rules.ts";
import { macOf } from "#lib/billing/row-mac.ts";
import { billOf } from "#lib/billing/spend.rules.ts";
import type { MinimumAge } from "#lib/core/age.rules.ts";
import { POLICY } from "#lib/core/provider.rules.ts";
import { deviceDigest } from "#lib/crypto/digest.ts";
import { answersFor, providers } from "#lib/eid/providers.ts";
import { config } from "#lib/runtime/config.ts";
import { type AdmissionFacts, type AdmissionReason, admissionReason, mayReturnTo } from "./admission.rules.ts";
import type { Call, Idempotency } from "./facts.ts";

/** `row`: what to insert; `null` for a replay, whose link exists. `mayReturn`: a refused visitor may be sent to the return URL. */
export type Admission =
  | { ok: true; id: string; key: KeyRow; row: NewVerification | null }
  | { ok: false; reason: AdmissionReason | "idempotency_key_reused"; mayReturn: boolean };

/** Applies the rules to the facts: a new verification, the link of an earlier request, or the reason for refusing. */
export function decide(call: Call, verifiedAge: MinimumAge | null, remembered: RememberedKey[], now: Date): Admission {
  const { request, key, isBackend, idempotencies } = call;
  const isSame = (r: RememberedKey, one: Idempotency) => r.pluginKeyId === key?.id && r.key === one.key;
  const before = remembered.find((r) => idempotencies.some((one) => isSame(r, one)));
  const facts: AdmissionFacts = {
    key,
    isLockedOut: key?.isLocked === true && !isBackend,
    organization: { suspendedAt: key?.suspendedAt ?? null },
    hasEid: key === null || answersFor(request.minimumAge, providers()[key.mode][request.provider]),
    subscription: key?.subscription ?? null,
    graceMs: config().billing.graceMs,
    usage: key?.usage ?? { checks: 0, spentMinor: 0 },
    reserved: key?.reserved ?? [],
    domains: request.returnsToUs ? [{ host: request.returnUrl.host, includeSubdomains: false }] : (key?.domains ?? []),
    verifiedDevices: key?.verifiedDevices ?? "turned_away",
    verifiedAge,
    isReplay: before !== undefined && idempotencies.some(({ request }) => request === before.request),
  };
  const reason = admissionReason(request, facts, now);
  const mayReturn = key !== null && mayReturnTo(request.returnUrl.host, facts);
  if (reason !== null || key === null) return { ok: false, reason: reason ?? "plugin_key_unknown", mayReturn };
  if (before)
    return facts.isReplay
      ? { ok: true, id: before.verificationId, key, row: null }
      : { ok: false, reason: "idempotency_key_reused", mayReturn };
  const row = newVerification(call, key, now);
  return { ok: true, id: row.id, key, row };
}

function newVerification({ request, isBackend, idempotencies }: Call, key: KeyRow, now: Date): NewVerification {
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
    withSecret: isBackend,
    idempotency: idempotencies[0] ?? null,
  };
}
