import Link from "next/link";
import type { ComponentProps } from "react";
import { classes } from "./classes.ts";

/** `final`: the last press before something is gone for good. */
export type ButtonVariant = "primary" | "outline" | "destructive" | "final" | "ghost";

const VARIANTS = {
  primary: "border-accent bg-accent text-on-accent shadow-1 hover:border-accent-hover hover:bg-accent-hover",
  outline: "border-rim bg-raised text-ink shadow-1 hover:bg-hover",
  destructive: "border-bad bg-raised text-bad shadow-1 hover:bg-bad-wash",
  final: "border-bad bg-bad text-sheet shadow-1 hover:bg-[color-mix(in_srgb,var(--color-bad),var(--color-ink)_20%)]",
  ghost: "border-transparent text-soft hover:bg-hover hover:text-ink",
} as const satisfies Record<ButtonVariant, string>;

/** One `primary` in a view. `icon`: nothing but an icon, so the button needs an `aria-label`. */
type ButtonLook = {
  variant?: ButtonVariant | undefined;
  size?: "default" | "sm" | undefined;
  icon?: boolean | undefined;
};

export function Button({
  variant,
  size,
  icon,
  className,
  type = "submit",
  children,
  ...rest
}: ComponentProps<"button"> & ButtonLook) {
  return (
    <button type={type} className={classes(buttonClass({ variant, size, icon }), className)} {...rest}>
      {rest["aria-busy"] === true && (
        <i className="size-3.5 animate-turn rounded-full border-2 border-current border-e-transparent motion-reduce:animate-none" />
      )}
      {children}
    </button>
  );
}

export function ButtonLink({ variant, size, icon, className, ...rest }: ComponentProps<typeof Link> & ButtonLook) {
  return <Link prefetch={false} className={classes(buttonClass({ variant, size, icon }), className)} {...rest} />;
}

/** Makes a `<summary>` or an `<a>` look like a button. */
export function buttonClass({ variant = "outline", size, icon }: ButtonLook = {}): string {
  return classes(
    "inline-flex items-center justify-center gap-2 rounded-m border text-center font-semibold no-underline",
    "transition-[background-color,border-color] duration-(--fast) active:translate-y-px aria-busy:cursor-progress",
    "off:cursor-not-allowed off:border-line off:bg-sunk off:text-soft",
    VARIANTS[variant],
    SIZES[size === "sm" ? "sm" : "default"][icon ? "icon" : variant === "ghost" ? "ghost" : "text"],
  );
}

const DEFAULT = "min-h-control py-1 text-body wrap-anywhere";
/** A finger has 44 px, drawn or not. */
const SMALL =
  "min-h-7 text-meta whitespace-nowrap pointer-coarse:relative pointer-coarse:min-h-9 pointer-coarse:after:absolute";

const SIZES = {
  default: { text: `${DEFAULT} px-3.5`, ghost: `${DEFAULT} px-2`, icon: "min-h-control w-control flex-none" },
  sm: {
    text: `${SMALL} px-2.5 pointer-coarse:after:-inset-y-1 pointer-coarse:after:inset-x-0`,
    ghost: `${SMALL} px-2.5 pointer-coarse:after:-inset-y-1 pointer-coarse:after:inset-x-0`,
    icon: `${SMALL} w-7 flex-none pointer-coarse:w-9 pointer-coarse:after:-inset-1`,
  },
} as const;
