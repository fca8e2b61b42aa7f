import { expect, test } from "vitest";
import { type Built, judgeHead } from "#server/write-guard.rules.ts";

const ORIGIN = "https://ageway.example";
const ACTION = "40".padEnd(42, "0");
const BUILT: Built = { paths: [/^\/dashboard$/, /^\/docs$/], actions: new Set([ACTION]) };
const KB = 1024;

type Given = { method?: string; pathname?: string; headers?: Record<string, string>; hasSessionCookie?: boolean };

/** Why a write of a form on the dashboard is refused, with what is given in place of what it needs; `null`: its body is read. */
function reasonOf({ method = "POST", pathname = "/dashboard/keys/new", headers, hasSessionCookie = true }: Given) {
  const judged = judgeHead(
    { method, pathname, headers: { origin: ORIGIN, ...headers }, hasSessionCookie },
    BUILT,
    ORIGIN,
  );
  return judged.ok ? null : judged.reason;
}

test.for([
  {},
  { pathname: "/welcome" },
  { pathname: "/invitation/" },
  { pathname: "/dashboard" },
  { pathname: "/dashboard/keys/pk_live_1/revoke" },
  { headers: { "next-action": ACTION } },
  { headers: { "content-length": String(96 * KB) } },
  { pathname: "/sign-in/email", hasSessionCookie: false },
  { pathname: "/sign-out", hasSessionCookie: false },
  { pathname: "/sign-out", headers: { "content-length": String(4 * KB) } },
] satisfies Given[])("the body of %j is read", (given) => {
  expect(reasonOf(given)).toBeNull();
});

test.for([
  ["not_found", { pathname: "/nothing" }],
  ["not_found", { pathname: "/dashboard/a/b/c/d" }],
  ["not_found", { pathname: "/sign-in/emails" }],
  ["not_found", { pathname: "/sign-in" }],
  ["method_not_allowed", { pathname: "/docs" }],
  ["method_not_allowed", { method: "PUT", pathname: "/dashboard" }],
  ["origin_foreign", { headers: { origin: "https://elsewhere.example" } }],
  ["origin_foreign", { headers: { origin: "" } }],
  ["origin_foreign", { pathname: "/sign-in/email", headers: { origin: "null" } }],
  ["origin_foreign", { pathname: "/sign-out", headers: { origin: `${ORIGIN}.elsewhere.example` } }],
  ["signed_out", { hasSessionCookie: false }],
  ["signed_out", { pathname: "/welcome", hasSessionCookie: false }],
  ["action_unknown", { headers: { "next-action": ACTION.replace("4", "6") } }],
  ["action_unknown", { pathname: "/sign-out", headers: { "next-action": ACTION } }],
  ["body_too_large", { headers: { "content-length": String(96 * KB + 1) } }],
  ["body_too_large", { pathname: "/sign-in/email", headers: { "content-length": String(4 * KB + 1) } }],
] satisfies [string, Given][])("%s: %j", ([reason, given]) => {
  expect(reasonOf(given)).toBe(reason);
});
