import type { ReactNode } from "react";

/** Shows `aside` in a narrow column beside the rest; in a narrow window below it. */
export function Columns({ aside, children }: { aside: ReactNode; children: ReactNode }) {
  return (
    <div className="grid gap-8 *:min-w-0 min-[60rem]:grid-cols-[minmax(0,1fr)_22rem]">
      {children}
      {aside}
    </div>
  );
}
