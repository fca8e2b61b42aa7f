import { cva, type VariantProps } from "class-variance-authority";
import Link from "next/link";
import type { ComponentProps } from "react";
import { classes } from "./classes.ts";

const button = cva(
  "inline-flex min-h-11 items-center justify-center gap-2 rounded-lg px-4 py-2 text-center font-medium no-underline transition-colors disabled:cursor-not-allowed disabled:border disabled:border-line disabled:bg-ground disabled:text-soft motion-reduce:transition-none sm:min-h-10",
  {
    variants: {
      variant: {
        first: "bg-accent text-on-accent hover:not-disabled:brightness-110",
        second: "border border-edge bg-sheet text-ink hover:not-disabled:bg-wash",
        quiet: "text-ink hover:not-disabled:bg-wash",
        danger: "border border-bad bg-sheet text-bad hover:not-disabled:bg-bad-wash",
      },
      size: { usual: "", small: "min-h-9 px-3 py-1 text-sm sm:min-h-8" },
    },
    defaultVariants: { variant: "second", size: "usual" },
  },
);

type Look = VariantProps<typeof button>;

export function Button({ variant, size, className, type = "submit", ...rest }: ComponentProps<"button"> & Look) {
  return <button type={type} className={classes(button({ variant, size }), className)} {...rest} />;
}

export function ButtonLink({ variant, size, className, ...rest }: ComponentProps<typeof Link> & Look) {
  return <Link className={classes(button({ variant, size }), className)} {...rest} />;
}
