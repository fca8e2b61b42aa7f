import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { RefusedCalls, refusedAddress } from "#app/(dashboard)/dashboard/_overview/refused-calls.tsx";

const CODES = ["age_not_supported", "device_id_invalid", "domain_invalid", "domain_missing", "rate_limited"];

test("a period leads to the same days of refused calls", () => {
  const days = { since: "2026-11-03", until: "2026-11-09" };
  expect(refusedAddress("live", { days: 7, range: days })).toBe(
    "/dashboard/checks/refused?since=2026-11-03&until=2026-11-09",
  );
});

function rowsOf(...codes: string[]): { text: string; href: string | undefined }[] {
  const refused = codes.map((code, n) => ({ kind: "call" as const, code, events: n === 0 ? 3 : 1 }));
  const html = renderToStaticMarkup(
    <RefusedCalls refused={refused} mode="test" shown={{ days: 7, range: null }} count={String} />,
  );
  return [...html.matchAll(/<tr[^>]*><td[^>]*>(.*?)<\/tr>/g)].map(([, row = ""]) => ({
    text: row.replace(/<[^>]+>/g, " ").trim(),
    href: /href="([^"]+)"/.exec(row)?.[1],
  }));
}

test("the refused calls of the overview add up: what is not among the five has one row, which leads to all", () => {
  expect(rowsOf(...CODES)).toHaveLength(5);
  expect(rowsOf(...CODES, "plugin_key_paused").at(-1)).toEqual({
    text: expect.stringMatching(/^1 other reason\s+1$/),
    href: "/dashboard/checks/refused?mode=test&amp;days=7",
  });
  expect(rowsOf(...CODES, "plugin_key_paused", "already_verified").at(-1)?.text).toMatch(/^2 other reasons\s+2$/);
});
