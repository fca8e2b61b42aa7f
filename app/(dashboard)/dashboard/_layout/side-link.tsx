import type { ReactNode } from "react";
import { classes } from "#app/_ui/classes.ts";
import { Icon, type IconName } from "#app/_ui/icon.tsx";
import type { ModeLink } from "./mode-link.tsx";

type SideLink = {
  as: "a" | typeof ModeLink;
  href: string;
  icon: IconName;
  isCurrent?: boolean;
  "data-key"?: string;
  children: ReactNode;
};

/** Leads from the side to a page. */
export function SideLink({ as: Link, icon, isCurrent = false, children, ...rest }: SideLink) {
  return (
    <Link
      {...rest}
      aria-current={isCurrent ? "page" : undefined}
      className={classes(
        "flex min-h-control items-center gap-2.5 rounded-m px-2 no-underline lg:min-h-[calc(var(--spacing-control)-0.25rem)]",
        isCurrent
          ? "bg-sheet font-semibold text-ink shadow-[0_0_0_1px_var(--color-line),var(--shadow-1)]"
          : "text-soft hover:bg-[light-dark(#e6eae6,#18201c)] hover:text-ink",
      )}
    >
      <Icon name={icon} className={isCurrent ? "text-accent" : undefined} />
      {children}
    </Link>
  );
}
