import { expect, test } from "vitest";
import { billWords } from "#app/(dashboard)/dashboard/checks/_lib/panel-words.ts";
import { CHECK_RESULTS } from "#lib/activity/check-result.rules.ts";

test("the panel of a live check says that it is not billed only when that is decided", () => {
  const worded = CHECK_RESULTS.map((result) => [result, billWords({ mode: "live", provider: "s", result })] as const);
  const resultsWith = (words: string) => worded.flatMap(([result, text]) => (text.startsWith(words) ? [result] : []));
  expect(resultsWith("Billed, because")).toEqual(["confirmed"]);
  expect(resultsWith("Not billed, because")).toEqual(["not_confirmed", "not_finished"]);
  expect(resultsWith("Billed only if")).toHaveLength(CHECK_RESULTS.length - 3);
  expect(billWords({ mode: "live", provider: "b", result: "under_way" })).toBe("Billed when the link was made");
});
