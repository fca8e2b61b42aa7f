import { expect, test } from "vitest";
import { inMode } from "#app/(dashboard)/_lib/mode.ts";

test.for([
  ["/dashboard", "/dashboard?mode=test"],
  ["/dashboard/search#shortcuts", "/dashboard/search?mode=test#shortcuts"],
  ["/dashboard/connect?mode=test", "/dashboard/connect?mode=test"],
] as const)("%s is %s in test mode, and itself in live", ([href, test]) => {
  expect(inMode(href, "test")).toBe(test);
  expect(inMode(href, "live")).toBe(href);
});
