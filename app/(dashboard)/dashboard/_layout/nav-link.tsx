"use client";

import { usePathname } from "next/navigation";
import type { ComponentProps } from "react";
import { ModeLink } from "./mode-link.tsx";
import { isOpen } from "./open-page.ts";

/** Leads to a page of the navigation, and says whether it is open. */
export function NavLink(props: ComponentProps<typeof ModeLink>) {
  return <ModeLink {...props} aria-current={isOpen(props.href, usePathname()) ? "page" : undefined} />;
}
