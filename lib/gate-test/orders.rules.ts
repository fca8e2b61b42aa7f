import type { MinimumAge } from "#lib/core/age.rules.ts";
import type { ProviderId } from "#lib/core/provider.rules.ts";
import { ANY_TEST_KEY, type ProofFacts, type Verdict, verdictOf } from "#lib/verification/token.rules.ts";

const HTML = "text/html; charset=utf-8";

/**
 * `yes`: to the age asked, or to `age`. `seconds`: how long at least. `isOfAnotherKey`: only where the question names
 * no key. `cut`: its connection ends in the middle. `refusal`: as the true API words it.
 */
type Order = { seconds?: number; isOfAnotherKey?: true } & (
  | { answer: "yes"; age?: MinimumAge }
  | { answer: "no" | "hang" | "cut" }
  | { answer: "refusal"; reason: "rate_limited" | "service_unavailable" }
  | { answer: "text"; status: number; type: string; text: string }
);

/** By the name that a walker gives. A token holds the number of its order, so a new one goes to the end. */
export const ORDERS = {
  yes: { answer: "yes" },
  no: { answer: "no" },
  sixteen: { answer: "yes", age: 16 },
  another_key: { answer: "yes", isOfAnotherKey: true },
  status_500: { answer: "text", status: 500, type: HTML, text: "<h1>Internal Server Error</h1>" },
  status_503: { answer: "refusal", reason: "service_unavailable" },
  status_429: { answer: "refusal", reason: "rate_limited" },
  hang: { answer: "hang" },
  early_close: { answer: "cut" },
  nonsense_page: {
    answer: "text",
    status: 200,
    type: HTML,
    text: "<!doctype html><title>18</title><h1>Verified: 18</h1>",
  },
  nonsense_json: { answer: "text", status: 200, type: "application/json", text: '{"age":"18","verified":"true"}' },
  brief_yes: { answer: "yes", seconds: 3 },
} as const satisfies Record<string, Order>;

export type OrderName = keyof typeof ORDERS;
export const ORDER_NAMES = Object.keys(ORDERS) as OrderName[];

/** Holds what a token of a run holds. `device`: the digest of the device id, as `deviceOf` writes it. */
export type TokenFacts = {
  order: OrderName;
  device: string;
  minimumAge: MinimumAge;
  provider: ProviderId;
  issuedAt: Date;
  seconds: number;
};

/** Bounds a brief yes, which lives as long as its order says, or up to this where the walker asks for more. */
export const MAX_SECONDS = 10;

/** Sets how long a token of a run answers, which no database could take back. */
const TOKEN_SECONDS = 60;

/** `pluginKey`: as a token check names it; `undefined`: it names none; `null`: it names two, or none that can be one. */
export type Question = { isSameDevice: boolean; pluginKey: string | null | undefined };

/** Holds what the token check does. `cut`: sends a part of the verdict. */
export type Effect =
  | { does: "answer" | "cut"; verdict: Verdict }
  | { does: "hang"; device: string }
  | { does: "refuse"; reason: "token_unknown" | "rate_limited" | "service_unavailable" }
  | { does: "send"; status: number; type: string; text: string };

/** The order of a token; `null`: the true rules of a test key would not answer the question at all (contract §3). */
export function effectOf(
  token: TokenFacts,
  question: Question,
  ofRun: { pluginKey: string },
  now: Date,
): Effect | null {
  const order: Order = ORDERS[token.order];
  const proof: ProofFacts = {
    provider: token.provider,
    mode: "test",
    minimumAge: (order.answer === "yes" && order.age) || token.minimumAge,
    organizationId: "",
    pluginKeyId: ofRun.pluginKey,
    isSameDevice: question.isSameDevice,
    completedAt: token.issuedAt,
    outcome: order.answer === "no" ? "cancelled" : "verified",
  };
  const isKnown = question.pluginKey === ofRun.pluginKey && !order.isOfAnotherKey;
  const named = isKnown ? { id: ofRun.pluginKey, organizationId: "", mode: "test" as const } : null;
  const ttl = { linkMs: 0, flowMs: 0, tokenMs: (order.seconds === undefined ? TOKEN_SECONDS : token.seconds) * 1_000 };
  const verdict = verdictOf(proof, question.pluginKey === undefined ? ANY_TEST_KEY : named, now, ttl);
  if (verdict === null) return null;
  switch (order.answer) {
    case "yes":
    case "no":
      return { does: "answer", verdict };
    case "cut":
      return { does: "cut", verdict };
    case "hang":
      return { does: "hang", device: token.device };
    case "refusal":
      return { does: "refuse", reason: order.reason };
    case "text":
      return { does: "send", status: order.status, type: order.type, text: order.text };
  }
}
