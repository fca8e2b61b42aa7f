import type { ComponentProps } from "react";
import { type ButtonLook, buttonClass } from "./button-class.ts";
import { classes } from "./classes.ts";

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

export function ButtonLink({ variant, size, icon, className, ...rest }: ComponentProps<"a"> & ButtonLook) {
  return <a className={classes(buttonClass({ variant, size, icon }), className)} {...rest} />;
}
