"use client";

import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import type { Mode } from "#lib/core/provider.rules.ts";
import { isOpen } from "./open-page.ts";
import { useMode } from "./use-mode.ts";

/** Lists the pages that differ by mode, to which the switch leads: from one check or key to all. One within another comes first. */
const SWITCHED = [
  ...["/dashboard/checks/refused", "/dashboard/checks", "/dashboard/connect", "/dashboard/keys"],
  "/dashboard",
] as const;

/** Leads to the same page in this mode. Its looks come from the server, so that the script of every page need not carry them. */
export function ModeSwitchLink({ mode, chosen, other }: { mode: Mode; chosen: string; other: string }) {
  const path = usePathname();
  const isChosen = useMode() === mode;
  const page = SWITCHED.find((href) => isOpen(href, path)) ?? "/dashboard";
  return (
    <a
      href={mode === "test" || page === "/dashboard" ? `${page}?mode=${mode}` : page}
      aria-current={isChosen ? "true" : undefined}
      data-mode={mode}
      className={isChosen ? chosen : other}
    >
      {mode === "live" ? "Live" : "Test"}
    </a>
  );
}

/** Shows one of two things, by whether the open page has a live and a test side. */
export function WhereModes({ children, otherwise }: { children: ReactNode; otherwise?: ReactNode }) {
  const path = usePathname();
  return SWITCHED.some((href) => isOpen(href, path)) ? children : otherwise;
}

/** Shows one of two things, by the mode of the open page. */
export function ByMode({ live, test }: { live: ReactNode; test: ReactNode }) {
  return useMode() === "test" ? test : live;
}
