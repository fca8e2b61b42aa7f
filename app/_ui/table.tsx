import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn.ts";

/**
 * A table that scrolls sideways where it does not fit, while the page does not. `relative`: the caption and other texts for screen
 * readers are positioned absolutely, and without it they would widen the page.
 */
export function Table({
  caption,
  head,
  children,
}: {
  caption: string;
  head: readonly ReactNode[];
  children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
    <section aria-label={caption} tabIndex={0} className="relative overflow-x-auto rounded-lg">
      <table className="w-full border-collapse text-left">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-line">
            {head.map((cell, n) => (
              <th key={n} scope="col" className="whitespace-nowrap py-2 pr-4 text-sm font-medium text-soft">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">{children}</tbody>
      </table>
    </section>
  );
}

export function TableCell({ className, ...rest }: ComponentProps<"td">) {
  return <td className={cn("py-3 pr-4 align-top", className)} {...rest} />;
}
