import type { ReactNode } from "react";

export function PageHeader({
  heading,
  children,
  action,
}: {
  heading: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-4">
      <div className="grid gap-1">
        <h1 className="text-2xl font-semibold text-balance">{heading}</h1>
        {children && <div className="max-w-prose text-pretty text-soft">{children}</div>}
      </div>
      {action}
    </div>
  );
}
