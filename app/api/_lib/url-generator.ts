import type { Endpoint } from "#app/_http/answer.ts";
import { readBrowserCookies, storedReturnUrls } from "#app/verify/_lib/browser-cookies.ts";
import type { CallCode } from "#lib/activity/activity.rules.ts";
import { recordCall } from "#lib/activity/record.ts";
import type { ProviderId } from "#lib/core/provider.rules.ts";
import { newReference, referenceOf } from "#lib/crypto/reference.ts";
import { faultOf, log } from "#lib/observe/log.ts";
import { noteShop } from "#lib/observe/request-context.ts";
import { answeredInTime, CallerGoneError } from "#lib/runtime/with-timeout.ts";
import { isNavigation } from "#lib/verification/fetch-metadata.rules.ts";
import { shopOfKey } from "#lib/verification/limits.ts";
import { returnOfVerified } from "#lib/verification/return-verified.ts";
import { startVerification } from "#lib/verification/start.ts";
import { acceptance, PREFLIGHT, type RefusalPage, type RefusedCall, refusalOf } from "./generator-answer.ts";
import { type ReadCall, readCall } from "./read-call.ts";

/** `sendsToken`: `home` carries the token of an earlier check. `isBackend`: a secret of the key came with the call. */
type Outcome =
  | { ok: true; url: string; id: string; isReplay: boolean }
  | (RefusedCall & { sendsToken?: boolean; isBackend?: boolean });

/** `GET /api/url_generator_{provider}/{pluginKey}/{device_id}/{age}?domain={return_url}` (contract §1). `pageOf`: of a refusal. */
export function urlGenerator(provider: ProviderId, pageOf: RefusalPage): Endpoint {
  return async (request) => {
    if (request.method === "OPTIONS") return PREFLIGHT;
    const read = readCall(provider, request);
    const navigates = isNavigation(request.headers);
    const shop = shopOfKey(read.known.pluginKey);
    noteShop(shop);
    const outcome = await outcomeOf(read, navigates ? storedReturnUrls(readBrowserCookies(request)) : []);
    // The first call with a key: it was looked up meanwhile.
    if (!shop) noteShop(shopOfKey(read.known.pluginKey));
    if (outcome.ok) {
      const reference = referenceOf(outcome.id);
      const { pluginKey, minimumAge, host } = read.known;
      const call = { pluginKey, minimumAge, host, provider, reference };
      recordCall(
        outcome.isReplay ? { ...call, code: "repeated" } : { ...call, code: "accepted", verificationId: outcome.id },
      );
      const language = read.ok ? read.language : null;
      return acceptance(language === null ? outcome.url : `${outcome.url}&lang=${language}`, reference, navigates);
    }
    const reference = newReference();
    // A request for the headers alone is not a call.
    if (request.method !== "HEAD")
      recordCall({
        ...read.known,
        provider,
        reference,
        code: codeOf(outcome),
        isBackend: outcome.isBackend === true,
      });
    return refusalOf(request, { ...outcome, provider, reference }, pageOf);
  };
}

/** Says what the record calls a refusal: it tells apart what the answer does not. */
function codeOf({ reason, sendsToken, exhausted }: Exclude<Outcome, { ok: true }>): CallCode {
  if (exhausted?.limit === "address") return "address_limited";
  return sendsToken ? "returned_with_token" : reason;
}

/** `encryptedReturnUrls`: those that a navigating browser stores. */
async function outcomeOf(read: ReadCall, encryptedReturnUrls: readonly string[]): Promise<Outcome> {
  if (!read.ok) return { ...read, given: null, home: null };
  try {
    return await answeredInTime(() => answerFromRecord(read, encryptedReturnUrls));
  } catch (fault) {
    if (fault instanceof CallerGoneError) throw fault;
    log.error({ event: "start_failed", ...faultOf(fault) });
    return { ok: false, reason: "service_unavailable", given: null, home: null };
  }
}

async function answerFromRecord(
  read: Extract<ReadCall, { ok: true }>,
  encryptedReturnUrls: readonly string[],
): Promise<Outcome> {
  const started = await startVerification(read.ask);
  if (started.ok) return started;
  const home = started.mayReturn ? read.ask.returnUrl.href : null;
  const homeWithToken =
    started.reason === "already_verified" && home !== null
      ? await returnOfVerified(read.ask, encryptedReturnUrls)
      : null;
  return {
    ...started,
    // Where the visitor may return to the return URL, the rule refused the page that called.
    ...(started.reason === "domain_not_verified" && { detail: started.mayReturn ? "origin" : "return_url" }),
    given: read.given,
    home: homeWithToken ?? home,
    sendsToken: homeWithToken !== null,
  };
}
