import type { ReactNode } from "react";

/** Shown in place of an empty list: why it is empty, and one thing to do about it. */
export function Empty({ heading, children, action }: { heading: string; children: ReactNode; action?: ReactNode }) {
  return (
    <div className="empty">
      <p>
        <b>{heading}</b>
      </p>
      <div className="soft">{children}</div>
      {action}
    </div>
  );
}
