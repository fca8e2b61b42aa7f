import { argumentsIn, isTestAddress } from "#app/_http/api-path.ts";
import type { RequestHead } from "#app/_http/request-head.ts";
import { originHost } from "#lib/base/host.rules.ts";
import { type MinimumAge, readMinimumAge } from "#lib/core/age.rules.ts";
import { type Language, readLanguage } from "#lib/core/language.rules.ts";
import { modeOfKey, type ProviderId } from "#lib/core/provider.rules.ts";
import { isUtf8, type ReturnUrl, type ReturnUrlFlaw, readReturnUrl } from "#lib/core/return-url.rules.ts";
import { readBearer, readPluginKey } from "#lib/keys/plugin-key.rules.ts";
import { callerOf } from "#lib/limits/caller.ts";
import type { Cause } from "#lib/reasons/reason.rules.ts";
import { flawOfDeviceId } from "#lib/verification/device-id.rules.ts";
import type { StartRequest } from "#lib/verification/facts.ts";
import { flawOfLoad, isNavigation } from "#lib/verification/fetch-metadata.rules.ts";

/** Holds what can be read of any call, refused or not: the activity record stores this much. */
type Known = { pluginKey: string | null; minimumAge: MinimumAge | null; host: string | null };

/** `given`: the return URL as the caller wrote it. `language`: of the visitor, where the shop says so with `&lang=da`. */
export type ReadCall = { known: Known } & (
  | { ok: true; ask: StartRequest; given: string; language: Language | null }
  | ({ ok: false } & Cause)
);

/** Contract §1, rules 1 to 6, in the order in which they decide. The result is exact: later code does not check it again. */
export function readCall(provider: ProviderId, request: RequestHead): ReadCall {
  const url = new URL(request.url);
  const [keyText = "", deviceId = "", age = ""] = argumentsIn(url);
  const [given = "", ...others] = url.searchParams.getAll("domain");
  const pluginKey = keyAt(url, keyText);
  const minimumAge = readMinimumAge(age);
  const returnUrl = returnUrlIn(url, given, others, pluginKey);
  const known = { pluginKey, minimumAge, host: typeof returnUrl === "string" ? null : returnUrl.host };
  const refused = (cause: Cause): ReadCall => ({ ok: false, known, ...cause });
  if (request.method !== "GET") return refused({ reason: "method_not_allowed" });
  const load = flawOfLoad(request.headers);
  if (load !== null) return refused({ reason: "speculative_load", detail: load });
  if (given === "" && others.every((domain) => domain === "")) return refused({ reason: "domain_missing" });
  if (minimumAge === null) return refused({ reason: "age_not_supported" });
  const device = flawOfDeviceId(deviceId);
  if (device !== null) return refused({ reason: "device_id_invalid", detail: device });
  if (typeof returnUrl === "string") return refused({ reason: "domain_invalid", detail: returnUrl });
  const idempotencyKey = request.headers.get("Idempotency-Key");
  if (idempotencyKey === "") return refused({ reason: "idempotency_key_invalid", detail: "empty" });
  if (idempotencyKey !== null && idempotencyKey.length > 255)
    return refused({ reason: "idempotency_key_invalid", detail: "too_long" });
  const origin = request.headers.get("Origin");
  const ask = {
    provider,
    pluginKey,
    deviceId,
    minimumAge,
    returnUrl,
    idempotencyKey,
    secret: readBearer(request.headers.get("Authorization")),
    caller: callerOf(request.headers),
    visitor: /^[\w-]{43}$/.exec(request.headers.get("Ageway-Visitor") ?? "")?.[0] ?? null,
    originHost: origin === null ? undefined : originHost(origin),
    isPageFetch: origin !== null && !isNavigation(request.headers),
  };
  return { ok: true, ask, given, known, language: readLanguage(url.searchParams.get("lang")) };
}

/** The test address knows no live keys: a live key counts as one that does not exist. */
function keyAt(url: URL, text: string): string | null {
  const pluginKey = readPluginKey(text);
  return pluginKey !== null && isTestAddress(url) && modeOfKey(pluginKey) === "live" ? null : pluginKey;
}

function returnUrlIn(url: URL, given: string, others: string[], pluginKey: string | null): ReturnUrl | ReturnUrlFlaw {
  if (others.length > 0) return "twice";
  if (!isUtf8(url.search)) return "not_utf8";
  return readReturnUrl(given, pluginKey !== null && modeOfKey(pluginKey) === "test");
}
