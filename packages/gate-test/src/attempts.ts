import { randomBytes } from "node:crypto";
import type { CaseName, Order } from "./cases.rules.ts";

/** One way home that must not open the page. `brought`: in words. `home`: what the visitor's browser makes of the address. */
export type Attempt = { brought: string; order: Order; home?: (returnUrl: string) => string; patienceMs?: number };

/** The cases in which a visitor starts a check and comes home with something that is no yes. */
export type ClosedCase = Exclude<CaseName, "no_token" | "another_session" | "adult">;

const TOKEN = "token_age_verified";
/** The API keeps silent for 20 seconds. */
const HANG_PATIENCE_MS = 25_000;

/** The first of each is always tried; the others if the shop's requests suffice. */
export const ATTEMPTS: Record<ClosedCase, readonly [Attempt, ...Attempt[]]> = {
  made_up: [
    { brought: "43 random letters", order: "no", home: (url) => withQuery(url, [[TOKEN, randomToken()]]) },
    { brought: "an unsigned JWT that claims 18", order: "no", home: (url) => withQuery(url, [[TOKEN, unsignedJwt()]]) },
  ],
  malformed: [
    {
      brought: "two tokens",
      order: "no",
      home: (url) =>
        withQuery(url, [
          [TOKEN, randomToken()],
          [TOKEN, randomToken()],
        ]),
    },
    { brought: "a list of tokens", order: "no", home: (url) => withQuery(url, [[`${TOKEN}[]`, randomToken()]]) },
    { brought: "an empty token", order: "no", home: (url) => withQuery(url, [[TOKEN, ""]]) },
    { brought: "a token of 4 KB", order: "no", home: (url) => withQuery(url, [[TOKEN, "A".repeat(4_096)]]) },
  ],
  no: [{ brought: "a no", order: "no" }],
  sixteen: [{ brought: "a yes to 16", order: "sixteen" }],
  another_key: [{ brought: "a token of another key", order: "another_key" }],
  errors: [
    { brought: "status 500", order: "status_500" },
    { brought: "status 503", order: "status_503" },
    { brought: "status 429", order: "status_429" },
  ],
  hang: [{ brought: "a question without an answer", order: "hang", patienceMs: HANG_PATIENCE_MS }],
  early_close: [{ brought: "an answer that breaks off", order: "early_close" }],
  nonsense: [
    { brought: "JSON of wrong types", order: "nonsense_json" },
    { brought: "a page that says 18", order: "nonsense_page" },
  ],
};

/** A stranger who has started nothing, with the way home of another. */
export const WITHOUT_SESSION = "without a session";

const { made_up, malformed, errors, nonsense } = ATTEMPTS;
/** The attempts beside the first of each case, the more telling ones first. */
export const EXTRAS: readonly (Attempt | typeof WITHOUT_SESSION | undefined)[] = [
  made_up[1],
  nonsense[1],
  malformed[1],
  malformed[2],
  errors[1],
  WITHOUT_SESSION,
  errors[2],
  malformed[3],
];

/** The way home of somebody who presses Back instead of ending the check. */
export function withoutToken(returnUrl: string): string {
  return withQuery(returnUrl, []);
}

export function holdsToken(url: string): boolean {
  return [...new URL(url).searchParams.keys()].some((name) => name === TOKEN || name === `${TOKEN}[]`);
}

function withQuery(returnUrl: string, pairs: [string, string][]): string {
  const url = new URL(returnUrl);
  url.searchParams.delete(TOKEN);
  for (const [name, value] of pairs) url.searchParams.append(name, value);
  return url.href;
}

/** As long as a real one, in the same letters. */
function randomToken(): string {
  return randomBytes(32).toString("base64url");
}

function unsignedJwt(): string {
  const now = Math.floor(Date.now() / 1_000);
  const parts = [
    { alg: "none", typ: "JWT" },
    { age: 18, verified: true, minimum_age: 18, mode: "test", iat: now, exp: now + 1_800 },
  ];
  return `${parts.map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".")}.`;
}
