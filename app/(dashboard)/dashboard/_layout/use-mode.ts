"use client";

import { usePathname, useSearchParams } from "next/navigation";
import type { Mode } from "#lib/core/provider.rules.ts";
import { TEST_CHECK } from "./open-page.ts";

/** Reads the mode of the page that is open. A key and a test check have one; any other page says it in its address. */
export function useMode(): Mode {
  const path = usePathname();
  const given = useSearchParams().get("mode");
  const key = /^\/dashboard\/keys\/pk_(live|test)_/.exec(path)?.[1];
  if (path === TEST_CHECK) return "test";
  return (key ?? given) === "test" ? "test" : "live";
}
