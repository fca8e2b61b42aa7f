import CASES from "#packages/gate-test/cases.json" with { type: "json" };

export { CHECK_CASES, START_CASES, startMisbehavingApi } from "#packages/gate-test/src/misbehaving-api.ts";

/** `given`: what a shop gives a gated page; `leaves`: the `Cache-Control` that is sent. */
export const CACHE_CASES = CASES.cache as readonly { name: string; given: Record<string, string>; leaves: string }[];

/** `prefix`: what counts of a visitor's address, beside the `X-Forwarded-For` that came with it. */
export const VISITOR_CASES = CASES.visitor as readonly {
  address: string;
  forwarded: string | null;
  prefix: string | null;
}[];
