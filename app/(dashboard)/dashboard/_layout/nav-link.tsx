"use client";

import { useLinkStatus } from "next/link";
import { usePathname } from "next/navigation";
import type { ComponentProps } from "react";
import { ModeLink } from "./mode-link.tsx";
import { isOpen } from "./pages.ts";

/** Leads to a page of the navigation, and says whether it is open, or on its way. */
export function NavLink({ children, ...rest }: ComponentProps<typeof ModeLink>) {
  const path = usePathname();
  return (
    <ModeLink {...rest} aria-current={isOpen(rest.href, path) ? "page" : undefined}>
      {children}
      <Pending />
    </ModeLink>
  );
}

/** Shows a dot beside the link of a page that is still loading, once that takes long enough to be noticed. */
function Pending() {
  const { pending } = useLinkStatus();
  return (
    <span role="status" className={pending ? "ms-auto" : undefined}>
      {pending && (
        <span className="block size-2 rounded-full bg-accent transition-opacity delay-150 duration-[1ms] starting:opacity-0">
          <span className="sr-only">is loading</span>
        </span>
      )}
    </span>
  );
}
