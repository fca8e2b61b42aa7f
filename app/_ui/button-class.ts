import { classes } from "./classes.ts";

/** `final`: the last press before something is gone for good. */
export type ButtonVariant = "primary" | "outline" | "destructive" | "final" | "ghost";

const VARIANTS = {
  primary:
    "border-accent bg-accent text-on-accent shadow-1 hover:border-accent-hover hover:bg-accent-hover forced-colors:border-3",
  outline: "border-rim bg-raised text-ink shadow-1 hover:bg-hover",
  destructive: "border-bad bg-raised text-bad shadow-1 hover:bg-bad-wash",
  final: "border-bad bg-bad text-sheet shadow-1 hover:opacity-90",
  ghost: "border-transparent text-soft hover:bg-hover hover:text-ink",
} as const satisfies Record<ButtonVariant, string>;

/** One `primary` in a view. `icon`: nothing but an icon, so the button needs an `aria-label`. */
export type ButtonLook = {
  variant?: ButtonVariant | undefined;
  size?: "default" | "sm" | undefined;
  icon?: boolean | undefined;
};

/** Makes a `<summary>` or an `<a>` look like a button. */
export function buttonClass({ variant = "outline", size, icon }: ButtonLook = {}): string {
  return classes(
    "inline-flex items-center justify-center gap-2 rounded-m border text-center font-semibold no-underline",
    "motion-safe:transition-[background-color,border-color] active:translate-y-px aria-busy:cursor-progress",
    "off:cursor-not-allowed off:border-line off:bg-sunk off:text-soft",
    VARIANTS[variant],
    size === "sm" ? SMALL : "min-h-control text-body",
    size === "sm"
      ? icon
        ? "w-7 flex-none pointer-coarse:w-9 pointer-coarse:after:-inset-1"
        : "px-2.5 pointer-coarse:after:-inset-y-1 pointer-coarse:after:inset-x-0"
      : icon
        ? "w-control flex-none"
        : classes("py-1 wrap-anywhere", variant === "ghost" ? "px-2" : "px-3.5"),
  );
}

/** A finger has 44 px, drawn or not. */
const SMALL =
  "min-h-7 text-meta whitespace-nowrap pointer-coarse:relative pointer-coarse:min-h-9 pointer-coarse:after:absolute";
