import type { ReactNode } from "react";

/** Shown in place of an empty list: why it is empty, and one thing to do about it. */
export function Empty({ heading, children, action }: { heading: string; children: ReactNode; action?: ReactNode }) {
  return (
    <div className="grid justify-items-start gap-3 rounded-lg border border-dashed border-edge p-6">
      <p className="font-semibold">{heading}</p>
      <div className="max-w-prose text-pretty text-soft">{children}</div>
      {action}
    </div>
  );
}
