import type { ReactNode } from "react";
import { classes } from "#app/_ui/classes.ts";

/** Opens a menu of the side. */
export function SideButton({ menu, className, children }: { menu: string; className: string; children: ReactNode }) {
  return (
    <button
      type="button"
      popoverTarget={menu}
      className={classes(
        "flex w-full items-center gap-2.5 rounded-m px-2 text-start hover:bg-[light-dark(#e6eae6,#18201c)]",
        className,
      )}
    >
      {children}
    </button>
  );
}
