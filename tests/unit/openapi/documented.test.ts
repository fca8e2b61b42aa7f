import { expect, test } from "vitest";
import { expectDocumented } from "#tests/support/documented.ts";

const CHECK = "/api/auth_check/token/device-id";
const NO = { age: null, verified: false, provider: "s", mode: "live", expires_at: "2026-11-22T18:30:00.000Z" };
const HEADERS = { "Content-Type": "application/json", "Ageway-Version": "1.0", "Ageway-Reference": "K7M2QX4R" };

const read = (body: object, { status = 200, headers = {}, path = CHECK, method = "GET" } = {}) => {
  const answer = { status, headers: new Headers({ ...HEADERS, ...headers }), text: JSON.stringify(body), body };
  expectDocumented(method, path, answer);
};

test.for(["", "/test"])("an answer of the document passes at %s/api", (base) => {
  expect(() => read(NO, { path: `${base}${CHECK}` })).not.toThrow();
});

test.for([
  ["a further field", { ...NO, reason: "too_young" }, {}],
  ["a field of another type", { ...NO, age: 0 }, {}],
  ["a time with less than three digits", { ...NO, expires_at: "2026-11-22T18:30:00Z" }, {}],
  ["two ages that differ", { ...NO, age: 18, verified: true, minimum_age: 16, verified_at: NO.expires_at }, {}],
  ["a header of ours that is not said", NO, { headers: { "Ageway-Reason": "token_unknown" } }],
  ["a reference of another form", NO, { headers: { "Ageway-Reference": "OOOOOOOO" } }],
  ["another content type", NO, { headers: { "Content-Type": "text/html" } }],
  ["a status that is not said", NO, { status: 418 }],
] as const)("%s does not", ([, body, more]) => {
  expect(() => read(body, more)).toThrow("Not as documented");
});

test("at an address without an endpoint, only the answer that says so passes", () => {
  const answer = (body: object, reason: string) => {
    const headers = new Headers({ "Content-Type": "application/json", "Ageway-Reason": reason });
    expectDocumented("GET", "/api/nothing-here", { status: 404, headers, text: JSON.stringify(body), body });
  };
  expect(() => answer({ url: null }, "not_found")).not.toThrow();
  expect(() => answer({ url: null }, "token_unknown")).toThrow("Not as documented");
  expect(() => answer({ link: null }, "not_found")).toThrow("Not as documented");
});

test("what is no part of the API is left alone", () => {
  expect(() => read({}, { path: "/sign-in/email", method: "POST" })).not.toThrow();
});
