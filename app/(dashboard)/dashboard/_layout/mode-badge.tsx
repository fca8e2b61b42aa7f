"use client";

import { usePathname } from "next/navigation";
import { ModeBadge } from "#app/_ui/badge.tsx";
import { hasModes } from "./pages.ts";
import { useMode } from "./use-mode.ts";

/** The mode of a page that has one, in the bar of a narrow window, where the switch is behind the menu. */
export function CurrentModeBadge() {
  const mode = useMode();
  return hasModes(usePathname()) && <ModeBadge mode={mode} />;
}
