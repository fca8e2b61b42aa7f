import type { ReactNode } from "react";

/** What not everybody needs, a press away. */
export function Disclosure({ words, isOpen, children }: { words: ReactNode; isOpen?: boolean; children: ReactNode }) {
  return (
    <details open={isOpen}>
      <summary className="w-fit rounded py-1 font-medium text-accent">{words}</summary>
      {children}
    </details>
  );
}
