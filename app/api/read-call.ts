import { callerOf } from "#lib/caller.ts";
import type { StartRequest } from "#lib/flow/admit.ts";
import type { CallRefusal } from "#lib/rules/activity.ts";
import type { ProviderId } from "#lib/rules/admission.ts";
import type { MinimumAge } from "#lib/rules/age.ts";
import { flawOfDeviceId } from "#lib/rules/device-id.ts";
import { flawOfLoad } from "#lib/rules/fetch-metadata.ts";
import { readPluginKey } from "#lib/rules/plugin-key.ts";
import { originHost, parseReturnUrl } from "#lib/rules/return-url.ts";
import { pathSegments } from "./path.ts";

/** What can be read of any call, sound or not: what the record may say of it. */
type Known = { pluginKey: string | null; minimumAge: MinimumAge | null; host: string | null };

/** `given`: the return URL as it was written. */
export type ReadCall = { known: Known } & (
  | { ok: true; ask: StartRequest; given: string }
  | { ok: false; reason: CallRefusal }
);

/** Rules 1 to 6, in the order in which they decide. What leaves here is to the letter; nobody checks it again. */
export function readCall(provider: ProviderId, request: Request): ReadCall {
  const url = new URL(request.url);
  const [keyText = "", deviceId = "", age = ""] = pathSegments(url).slice(2);
  const domains = url.searchParams.getAll("domain");
  const [given = ""] = domains;
  const pluginKey = readPluginKey(keyText);
  const minimumAge = readAge(age);
  const returnUrl = domains.length === 1 ? parseReturnUrl(given) : null;
  const known = { pluginKey, minimumAge, host: returnUrl?.host ?? null };
  const refused = (reason: CallRefusal): ReadCall => ({ ok: false, reason, known });
  if (request.method !== "GET") return refused("method_not_allowed");
  if (flawOfLoad(request.headers) !== null) return refused("speculative_load");
  if (domains.every((domain) => domain === "")) return refused("domain_missing");
  if (minimumAge === null) return refused("age_not_supported");
  if (flawOfDeviceId(deviceId) !== null) return refused("device_id_invalid");
  if (returnUrl === null) return refused("domain_invalid");
  const idempotencyKey = request.headers.get("Idempotency-Key");
  if (idempotencyKey !== null && (idempotencyKey === "" || idempotencyKey.length > 255))
    return refused("idempotency_key_invalid");
  const origin = request.headers.get("Origin");
  const ask = {
    provider,
    pluginKey,
    deviceId,
    minimumAge,
    returnUrl,
    idempotencyKey,
    caller: callerOf(request.headers),
    originHost: origin === null ? undefined : originHost(origin),
  };
  return { ok: true, ask, given, known };
}

function readAge(text: string): MinimumAge | null {
  return text === "16" || text === "18" ? (Number(text) as MinimumAge) : null;
}
