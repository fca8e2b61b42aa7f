import type { Answer } from "./ask.ts";

export const MINIMUM_AGES = [16, 18] as const;
export type MinimumAge = (typeof MINIMUM_AGES)[number];

export type WhyNotAllowed =
  /** None, or something that cannot be one */
  | "no_token"
  /** The session started no check */
  | "no_device"
  /** Made up, expired, or of another session, shop or mode */
  | "token_unknown"
  /** Too young, cancelled or broken off */
  | "not_confirmed"
  /** A yes to a lower age */
  | "age_too_low"
  /** A test yes for a live key, or the other way round */
  | "wrong_mode"
  | "expired"
  | "rate_limited"
  /** Nobody listened, the connection broke, or 5xx */
  | "unavailable"
  | "timeout"
  /** No answer of the API */
  | "answer_invalid";

/** `until`: when the yes ends. `mode`: whether a person or a test persona proved it. */
export type Checked = { allowed: true; until: Date; mode: "live" | "test" } | { allowed: false; why: WhyNotAllowed };

/** What a token is written in; tokens have 43 characters today. Dots alone would lead to another address. */
export const TOKEN = /^(?!\.+$)[\w.~-]{1,512}$/;

/** What JavaScript makes of a missing age must not be a lower one: 18 is above `null`, and not below `undefined`. */
export function isMinimumAge(age: unknown): age is MinimumAge {
  return MINIMUM_AGES.some((one) => one === age);
}

/** However far an instance's clock is off, a yes counts no longer than this. Contract §3. */
const MAX_TTL_MS = 30 * 60_000;

type Wanted = { age: MinimumAge; mode: "live" | "test"; now: Date };

/** The one rule: which answers of `auth_check` are a yes. */
export function proofIn(answer: Answer, { age, mode, now }: Wanted): Checked {
  const no = (why: WhyNotAllowed): Checked => ({ allowed: false, why });
  if (answer.status === null) return no(answer.why);
  if (answer.status !== 200) return no(whyOf(answer.status));
  if (!isRecord(answer.json)) return no("answer_invalid");
  const { verified, age: verifiedAge, mode: verifiedIn, expires_at: expiresAt } = answer.json;
  if (verified === false) return no(verifiedAge === null ? "not_confirmed" : "answer_invalid");
  if (verified !== true || !Number.isInteger(verifiedAge)) return no("answer_invalid");
  if (verifiedIn !== "live" && verifiedIn !== "test") return no("answer_invalid");
  const expires = typeof expiresAt === "string" ? Date.parse(expiresAt) : Number.NaN;
  if (Number.isNaN(expires)) return no("answer_invalid");
  if (!isMinimumAge(age) || Number(verifiedAge) < age) return no("age_too_low");
  if (verifiedIn !== mode) return no("wrong_mode");
  if (expires <= +now) return no("expired");
  return { allowed: true, until: new Date(Math.min(expires, +now + MAX_TTL_MS)), mode };
}

function whyOf(status: number): WhyNotAllowed {
  if (status === 404) return "token_unknown";
  if (status === 429) return "rate_limited";
  return status >= 500 ? "unavailable" : "answer_invalid";
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
