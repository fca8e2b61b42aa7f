import type { ReactNode } from "react";
import { classes } from "#app/_ui/classes.ts";
import { Icon, type IconName } from "#app/_ui/icon.tsx";
import type { NavLink } from "./nav-link.tsx";

type SideLink = {
  as: "a" | typeof NavLink;
  href: string;
  icon: IconName;
  "data-key"?: string;
  children: ReactNode;
};

/** Leads from the side to a page. */
export function SideLink({ as: Link, icon, children, ...rest }: SideLink) {
  return (
    <Link {...rest} className={LOOK}>
      <Icon name={icon} className="in-aria-[current=page]:text-accent" />
      {children}
    </Link>
  );
}

const LOOK = classes(
  "flex min-h-control items-center gap-2.5 rounded-m px-2 text-soft no-underline",
  "hover:bg-[light-dark(#e6eae6,#18201c)] hover:text-ink lg:min-h-[calc(var(--spacing-control)-0.25rem)]",
  "aria-[current=page]:bg-sheet aria-[current=page]:font-semibold aria-[current=page]:text-ink",
  "aria-[current=page]:shadow-chosen",
  "forced-colors:aria-[current=page]:border-2",
);
