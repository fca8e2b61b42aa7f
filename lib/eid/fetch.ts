import type { CustomFetch, CustomFetchOptions } from "openid-client";
import { readAtMost } from "#lib/base/read-at-most.ts";
import { paced } from "#lib/runtime/with-timeout.ts";
import { noteAnswer, noteFailure } from "./circuit.ts";
import type { ProviderConfiguration } from "./providers.ts";
import { usualBody } from "./usual-answer.ts";

/** Sets how long an eID may take for all that a visitor waits for: the code, the keys and the claims together. */
export const ANSWER_SECONDS = 6;
export const TIMEOUT_SECONDS = paced(ANSWER_SECONDS);
/** Forgives an eID that was given less time than this. */
const FAIR_MS = paced(3_000);

/**
 * `fetch` for what a visitor waits for, all of which ends at `until`. Whether the eID answered counts for the next
 * visitors.
 */
export function fetchForVisitor(
  provider: ProviderConfiguration,
  until = AbortSignal.timeout(TIMEOUT_SECONDS * 1000),
): CustomFetch {
  return async (url, { signal, ...options }) => {
    const began = performance.now();
    try {
      const answer = await boundedFetch(url, {
        ...options,
        signal: AbortSignal.any(signal ? [signal, until] : [until]),
      });
      if (answer.status >= 500) noteFailure(provider, url);
      else noteAnswer(provider);
      return answer;
    } catch (fault) {
      if (!until.aborted || performance.now() - began >= FAIR_MS) noteFailure(provider, url);
      throw fault;
    }
  };
}

/** Larger than any answer of an eID. */
const MAX_BYTES = 256 * 1024;

/** Statuses without a body (Fetch standard, "null body status"): `Response` throws if it gets one. */
const BODYLESS = new Set([204, 205, 304]);

/**
 * `fetch` for requests to an eID: it follows no redirect, reads at most `MAX_BYTES`, and drops what only disturbs the
 * library.
 */
export async function boundedFetch(url: string, options: CustomFetchOptions): Promise<Response> {
  const { body: sent, signal, ...others } = options;
  const response = await fetch(url, {
    ...others,
    body: (sent ?? null) as BodyInit | null,
    signal: signal ?? null,
    redirect: "manual",
  });
  const body = await readAtMost(response.body, MAX_BYTES);
  if (body === null) throw Object.assign(new Error("The eID's answer is too large"), { code: "EID_ANSWER_TOO_LARGE" });
  return new Response(BODYLESS.has(response.status) ? null : new Uint8Array(usualBody(body)), {
    status: response.status,
    headers: response.headers,
  });
}
