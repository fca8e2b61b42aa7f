import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { reasonText } from "#app/_http/reason-catalogue.ts";
import { ACTIVITY_KINDS, wentWell } from "#lib/activity/activity.rules.ts";
import { codesOf, explanationOf } from "#lib/activity/explanation.rules.ts";

const ALL = ACTIVITY_KINDS.flatMap((kind) => codesOf(kind).map((code) => [kind, code] as const));

test.for(ALL)("%s %s is explained in a short sentence", ([kind, code]) => {
  const { title, words, fix, link, action } = explanationOf({ kind, code, host: "shop.example", key: "pk_live_x" });
  expect(title).toMatch(/^([A-Z]|eID ).{3,34}[^.]$/);
  expect(words).toMatch(/^[A-Z].{8,90}[^.]$/);
  if (fix !== null) expect(fix).toMatch(/^[A-Z].{8,90}\.$/);
  if (link !== null)
    expect(link).toMatch(
      /^\/(dashboard\/(keys(\/pk_live_x)?|billing\/plan(?:#cap)?|connect|domains\?add=shop\.example)|reasons\/[a-z_]+)$/,
    );
  // A button is named by its deed.
  if (action !== null) {
    expect(action).toMatch(/^(See|Review|Resume|Verify|Change) [a-z ]+$/);
    expect(link).toMatch(/^\/dashboard\//);
  }
  // Nobody is sent anywhere because all is well.
  if (wentWell(kind, code)) expect([fix, link]).toEqual([null, null]);
});

test.for(ALL)("where %s %s has a page that explains it, the page is there", ([kind, code]) => {
  const { reason } = explanationOf({ kind, code, host: null });
  if (wentWell(kind, code)) expect(reason).toBeNull();
  else if (reason === null) expect([kind, code].join(" ")).toMatch(/^(step gave_up|dropped not_recorded)$/);
  else {
    const [, page = "", part] = /^\/reasons\/(\w+)(?:#(\w+))?$/.exec(reason) ?? [];
    const text = reasonText(page);
    expect(text, reason).not.toBeNull();
    if (part !== undefined) expect(text?.details.map(([detail]) => detail)).toContain(part);
  }
});

test("every call that was refused leads to a fix", () => {
  for (const code of codesOf("call").filter((code) => !wentWell("call", code))) {
    const { fix, link } = explanationOf({ kind: "call", code, host: null });
    expect([typeof fix, typeof link], code).toEqual(["string", "string"]);
  }
});

test("a no, a cancellation and a second attempt went as they were meant to; nothing else that is not a yes did", () => {
  expect(ACTIVITY_KINDS.map((kind) => codesOf(kind).filter((code) => wentWell(kind, code)))).toEqual([
    ["accepted", "repeated", "returned_with_token"],
    ["opened", "claimed", "tried_again", "confirmed", "not_confirmed", "too_young", "went_back", "cancelled"],
    ["answered_yes", "answered_no"],
    [],
  ]);
});

test.for([
  ["call", "plugin_key_paused", "/dashboard/keys", "Resume key"],
  ["call", "spend_cap_reached", "/dashboard/billing/plan#cap", "Review the cap"],
  ["call", "organization_suspended", "/reasons/organization_suspended", null],
  ["step", "shop_unavailable", "/dashboard/keys", "See your keys"],
  ["step", "used", null, null],
  ["check", "token_unknown", "/dashboard/connect", "See the working call"],
  ["check", "rate_limited", null, null],
] as const)("the fix of a %s %s is at %s, by the button %s", ([kind, code, link, action]) => {
  expect(explanationOf({ kind, code, host: null })).toMatchObject({ link, action });
});

test("the fix of a key is on the page of that key", () => {
  const at = (key: string | null) => explanationOf({ kind: "call", code: "plugin_key_paused", host: null, key }).link;
  expect([at("pk_live_x"), at(null)]).toEqual(["/dashboard/keys/pk_live_x", "/dashboard/keys"]);
});

test("a setting that works as chosen, and what passes by itself, are told from what somebody must mend", () => {
  const of = (code: string) => explanationOf({ kind: "call", code, host: null }).severity;
  expect([of("already_verified"), of("service_unavailable"), of("domain_not_verified")]).toEqual([
    "chosen",
    "passing",
    "mend",
  ]);
});

test("where an event has no host, the page to add one opens empty", () => {
  expect(explanationOf({ kind: "call", code: "domain_not_verified", host: null }).link).toBe("/dashboard/domains?add=");
});

test("a host is written into a link as data", () => {
  expect(explanationOf({ kind: "call", code: "domain_not_verified", host: "a&b=c" }).link).toBe(
    "/dashboard/domains?add=a%26b%3Dc",
  );
});

test.for(["constructor", "toString", "of_another_version"])("%s is told by its code", (code) => {
  expect(explanationOf({ kind: "call", code, host: null })).toMatchObject({
    title: code,
    words: code,
    fix: null,
    link: null,
  });
  expect(wentWell("call", code)).toBe(false);
});

test("whoever is told already_verified is told to ask again, and to let nobody in", () => {
  const { fix } = explanationOf({ kind: "call", code: "already_verified", host: null });
  const note = reasonText("already_verified")?.note;
  const [, guide] =
    /^(A 403 `already_verified`.*?)\n\n/ms.exec(readFileSync("docs/integrate/sessions.md", "utf8")) ?? [];
  for (const words of [fix, note, guide]) {
    expect(words).toMatch(/auth_check|the token check/);
    expect(words).toMatch(/no yes|nobody in/);
    expect(words).not.toMatch(/no new check|let the visitor in/i);
  }
});
