import type { CustomFetchOptions } from "openid-client";
import { readAtMost } from "#lib/core/read-at-most.ts";

/** No answer of an eID is larger. */
const MAX_BYTES = 256 * 1024;

/** Statuses that come without a body (Fetch standard, "null body status"); `Response` refuses one with them. */
const BODYLESS = new Set([204, 205, 304]);

/** `fetch` for talking to an eID: follows no redirect and reads no more than it must. */
export async function boundedFetch(url: string, options: CustomFetchOptions): Promise<Response> {
  const { body: sent, signal, ...others } = options;
  const response = await fetch(url, {
    ...others,
    body: (sent ?? null) as BodyInit | null,
    signal: signal ?? null,
    redirect: "manual",
  });
  const body = await readAtMost(response.body, MAX_BYTES);
  if (body === null) throw new Error("The eID's answer is too large");
  return new Response(BODYLESS.has(response.status) ? null : new Uint8Array(body), {
    status: response.status,
    headers: response.headers,
  });
}
