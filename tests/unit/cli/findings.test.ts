import { expect, test } from "vitest";
import { findingsText } from "#cli/doctor.ts";
import { ok, warn, wrong } from "#lib/doctor/finding.ts";

test("advice is below its finding, or once at the end if several findings have it", () => {
  const rows = [
    { check: "configuration", ...wrong("A is missing", "Set it.") },
    { check: "configuration", ...wrong("B is missing", "Set it.") },
    { check: "database", ...warn("Not checked: A does not hold", "A is missing") },
    { check: "mail", ...warn("Nobody gets our e-mail", "Set SMTP_URL.") },
    { check: "proxy", ...wrong("No answer", "Set it.") },
    { check: "redis", ...ok("No Redis") },
  ];
  expect(findingsText(rows).split("\n")).toEqual([
    "wrong  configuration  A is missing",
    "wrong  configuration  B is missing",
    "warn   database       Not checked: A does not hold",
    "warn   mail           Nobody gets our e-mail",
    "                      Set SMTP_URL.",
    "wrong  proxy          No answer",
    "ok     redis          No Redis",
    "",
    "configuration, proxy: Set it.",
  ]);
});
