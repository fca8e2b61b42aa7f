"use client";

import { ModeBadge } from "#app/_ui/badge.tsx";
import { useMode } from "./use-mode.ts";

/** The mode, in the bar of a narrow window, where the switch is behind the menu. */
export function CurrentModeBadge() {
  return <ModeBadge mode={useMode()} />;
}
