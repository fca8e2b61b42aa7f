import type { ReactNode } from "react";

/** Details that few readers need: one click opens them. */
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
    <details open={isOpen}>
      <summary className="w-fit rounded py-1 font-medium text-accent">{summary}</summary>
      {children}
    </details>
  );
}
