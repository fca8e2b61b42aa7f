import Link from "next/link";
import type { ComponentProps } from "react";
import { classes } from "./classes.ts";

const VARIANTS = { primary: "first", outline: "", ghost: "quiet", destructive: "danger" } as const;

/** One `primary` in a view. `icon`: nothing but an icon, so the button needs an `aria-label`. */
type ButtonVariant = {
  variant?: keyof typeof VARIANTS | undefined;
  size?: "default" | "sm" | undefined;
  icon?: boolean | undefined;
};

export function Button({
  variant,
  size,
  icon,
  className,
  type = "submit",
  ...rest
}: ComponentProps<"button"> & ButtonVariant) {
  return <button type={type} className={buttonClasses({ variant, size, icon }, className)} {...rest} />;
}

export function ButtonLink({ variant, size, icon, className, ...rest }: ComponentProps<typeof Link> & ButtonVariant) {
  return <Link prefetch={false} className={buttonClasses({ variant, size, icon }, className)} {...rest} />;
}

function buttonClasses({ variant = "outline", size, icon }: ButtonVariant, className: string | undefined): string {
  return classes("btn", VARIANTS[variant], size === "sm" && "small", icon && "icon", className);
}
