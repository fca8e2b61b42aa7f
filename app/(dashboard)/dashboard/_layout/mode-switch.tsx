"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import type { Mode } from "#lib/core/provider.rules.ts";
import { hasModes } from "./pages.ts";
import { useMode } from "./use-mode.ts";

/** Says where the switch leads: from a check or a key, whose mode is its own, to their list. A page within another comes first. */
const SWITCHED = [
  ...["/dashboard/checks/refused", "/dashboard/checks", "/dashboard/connect", "/dashboard/keys"],
  "/dashboard",
] as const;

/** Leads to the same page in this mode. Its looks come from the server, so that the script of every page need not carry them. */
export function ModeSwitchLink({ mode, chosen, other }: { mode: Mode; chosen: string; other: string }) {
  const path = usePathname();
  const isChosen = useMode() === mode;
  const page = SWITCHED.find((href) => path === href || path.startsWith(`${href}/`)) ?? "/dashboard";
  return (
    <Link
      prefetch={false}
      href={mode === "test" || page === "/dashboard" ? `${page}?mode=${mode}` : page}
      aria-current={isChosen ? "true" : undefined}
      data-mode={mode}
      className={isChosen ? chosen : other}
    >
      {mode === "live" ? "Live" : "Test"}
    </Link>
  );
}

/** Shows one of two things, by whether the open page has a live and a test side. */
export function WhereModes({ children, otherwise }: { children: ReactNode; otherwise?: ReactNode }) {
  return hasModes(usePathname()) ? children : otherwise;
}

/** Shows one of two things, by the mode of the open page. */
export function ByMode({ live, test }: { live: ReactNode; test: ReactNode }) {
  return useMode() === "test" ? test : live;
}
