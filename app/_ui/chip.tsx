import type { ComponentProps, ElementType, ReactNode } from "react";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";
import { MenuItem } from "./menu.tsx";

const CHIP =
  "min-h-8 items-center gap-1.5 rounded-full border px-2.5 whitespace-nowrap no-underline weak:inline-flex pointer-coarse:min-h-control";
const ON = "border-accent bg-wash text-accent forced-colors:border-2";
const OFF = "border-edge bg-raised hover:bg-hover";

/** `words`: what is chosen, or what there is to choose. `name`: of those chips of which one is open at a time. */
type Chip = { words: string; isOn: boolean; name: string; className?: string; children: ReactNode };

/** Opens the choices for one part of a filter. */
export function Chip({ words, isOn, name, className, children }: Chip) {
  return (
    <details
      name={name}
      className={classes("max-sm:static sm:relative anchored:static anchored:[anchor-scope:--chip]", className)}
    >
      <summary
        className={classes(
          CHIP,
          isOn ? ON : OFF,
          "list-none [anchor-name:--chip] [[open]>&]:border-accent [&::-webkit-details-marker]:hidden",
        )}
      >
        <span className="max-w-40 min-w-0 truncate">{words}</span>
        <Icon name="down" />
      </summary>
      {children}
    </details>
  );
}

/** A chip that is chosen, or not, by a press. `as`: a link or a button. */
export function ChipSwitch<As extends ElementType>({
  as: Element,
  isOn,
  className,
  ...rest
}: ComponentProps<As> & { as: As; isOn: boolean }) {
  const Switch: ElementType = Element;
  return <Switch className={classes(CHIP, isOn ? ON : OFF, className)} {...rest} />;
}

/** Leads to the page with this choice. */
export function Choice({ href, isChosen, children }: { href: string; isChosen: boolean; children: ReactNode }) {
  return (
    <MenuItem as="a" href={href} aria-current={isChosen ? "true" : undefined}>
      <span className="min-w-0 truncate">{children}</span>
      {isChosen && <Icon name="check" />}
    </MenuItem>
  );
}
