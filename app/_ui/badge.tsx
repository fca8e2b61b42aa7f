import type { ReactNode } from "react";
import { cn } from "./cn.ts";

const VARIANTS = {
  plain: "border-edge/50 bg-card text-soft",
  good: "border-good/40 bg-good-wash text-good",
  warn: "border-note-ink/40 bg-note text-note-ink",
  bad: "border-bad/40 bg-bad-wash text-bad",
} as const;

export function Badge({ variant = "plain", children }: { variant?: keyof typeof VARIANTS; children: ReactNode }) {
  return (
    <span
      className={cn(
        "inline-block whitespace-nowrap rounded-full border px-2 py-0.5 text-sm font-medium",
        VARIANTS[variant],
      )}
    >
      {children}
    </span>
  );
}
