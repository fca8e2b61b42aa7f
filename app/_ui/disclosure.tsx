import type { ReactNode } from "react";

/** Hides details that few readers need: one press opens them. */
export function Disclosure({
  summary,
  isOpen,
  children,
}: {
  summary: ReactNode;
  isOpen?: boolean;
  children: ReactNode;
}) {
  return (
    <details className="fold" open={isOpen}>
      <summary>{summary}</summary>
      {children}
    </details>
  );
}
