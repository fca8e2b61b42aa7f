"use client";

import { usePathname, useSearchParams } from "next/navigation";
import type { Mode } from "#lib/core/provider.rules.ts";

/** Reads the mode of the page that is open. A key says its own; any other page says it in its address. */
export function useMode(): Mode {
  const path = usePathname();
  const given = useSearchParams().get("mode");
  const key = /^\/dashboard\/keys\/pk_(live|test)_/.exec(path)?.[1];
  return (key ?? given) === "test" ? "test" : "live";
}
