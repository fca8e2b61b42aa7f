import type { ReactNode } from "react";

/** Draws a sheet with a line round it, on which the parts of a card stand one below the other. */
export function SiteCard({ as: As = "div", children }: { as?: "div" | "article"; children: ReactNode }) {
  return <As className="grid gap-4 rounded-l border border-line bg-sheet p-6">{children}</As>;
}
