import { expect, test } from "vitest";
import { problemOfCode } from "#lib/eid/problem.rules.ts";

test.for([
  ["access_denied", "cancelled"],
  ["interaction_required", "eid_timeout"],
  ["login_required", "eid_timeout"],
  ["login_timeout", "eid_timeout"],
  ["expired_token", "eid_timeout"],
  ["timeout", "eid_timeout"],
  ["server_error", "eid_down"],
  ["temporarily_unavailable", "eid_down"],
  ["invalid_request", "eid_refused"],
  ["ACCESS_DENIED", "eid_refused"],
  ["", "eid_refused"],
] as const)("the code %j of an eID means %s", ([code, problem]) => {
  expect(problemOfCode(code)).toBe(problem);
});
