import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "./cn.ts";

const VARIANTS = {
  bad: { box: "border-bad bg-bad-wash", Icon: CircleAlert, colour: "text-bad" },
  warn: { box: "border-note-ink/40 bg-note text-note-ink", Icon: TriangleAlert, colour: "text-note-ink" },
  good: { box: "border-good/40 bg-good-wash", Icon: CircleCheck, colour: "text-good" },
  plain: { box: "border-line bg-wash", Icon: Info, colour: "text-soft" },
} as const;

type Notice = { variant: keyof typeof VARIANTS; heading?: ReactNode; children?: ReactNode; live?: "alert" | "status" };

/** A message about the page. The icon repeats the text, so screen readers skip it. */
export function Notice({ variant, heading, children, live }: Notice) {
  const { box, Icon, colour } = VARIANTS[variant];
  return (
    <div role={live} className={cn("flex gap-3 rounded-lg border p-4", box)}>
      <Icon aria-hidden="true" className={cn("mt-0.5 size-5 shrink-0", colour)} />
      <div className="grid min-w-0 gap-1">
        {heading && <p className="font-semibold">{heading}</p>}
        {children}
      </div>
    </div>
  );
}
