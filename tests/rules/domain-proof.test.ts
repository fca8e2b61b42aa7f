import { expect, test } from "vitest";
import { findingOf, nextRecheckAfter, outcomeOfLook } from "#lib/rules/domain-proof.ts";

const NOW = new Date("2026-03-08T12:00:00Z");

test.for([
  ["2026-03-01T04:22:59.999Z", "2026-03-01T04:23:00.000Z"],
  ["2026-03-01T04:23:00.000Z", "2026-03-02T04:23:00.000Z"],
  ["2026-12-31T23:59:59.999Z", "2027-01-01T04:23:00.000Z"],
] as const)("after %s the next look is at %s", ([now, next]) => {
  expect(nextRecheckAfter(new Date(now)).toISOString()).toBe(next);
});

test.for(["no_answer", "servers_disagree"] as const)("%s says nothing about what proved a host", (diagnosis) => {
  expect(outcomeOfLook(diagnosis, null, NOW)).toBe("unchanged");
  expect(outcomeOfLook(diagnosis, new Date(0), NOW)).toBe("unchanged");
});

test.for([
  "nothing_there",
  "file_missing",
  "file_other_value",
  "file_too_large",
  "file_redirects_away",
  "address_not_public",
  "host_not_found",
  "certificate_invalid",
] as const)("%s begins the seven days, and ends them", (diagnosis) => {
  const since = (days: number) => new Date(+NOW - days * 86_400_000);
  expect(outcomeOfLook(diagnosis, null, NOW)).toBe("missing");
  expect(outcomeOfLook(diagnosis, since(6.999), NOW)).toBe("unchanged");
  expect(outcomeOfLook(diagnosis, since(7), NOW)).toBe("lost");
});

test("what one method found means nothing for the other", () => {
  expect(findingOf("file", "file_missing")).toEqual({ method: "file", diagnosis: "file_missing" });
  expect(findingOf("dns", "file_missing")).toEqual({ method: "dns", diagnosis: null });
  expect(findingOf("file", "quoted")).toEqual({ method: "file", diagnosis: null });
  expect(findingOf("dns", null)).toEqual({ method: "dns", diagnosis: null });
});
