import { cva, type VariantProps } from "class-variance-authority";
import Link from "next/link";
import type { ComponentProps } from "react";
import { cn } from "./cn.ts";

const button = cva(
  "inline-flex min-h-11 items-center justify-center gap-2 rounded-lg px-4 py-2 text-center font-medium no-underline transition-colors disabled:cursor-not-allowed disabled:border disabled:border-line disabled:bg-ground disabled:text-soft motion-reduce:transition-none sm:min-h-10",
  {
    variants: {
      variant: {
        primary: "bg-accent text-on-accent hover:not-disabled:brightness-110",
        outline: "border border-edge bg-card text-ink hover:not-disabled:bg-wash",
        ghost: "text-ink hover:not-disabled:bg-wash",
        destructive: "border border-bad bg-card text-bad hover:not-disabled:bg-bad-wash",
      },
      size: { default: "", sm: "min-h-9 px-3 py-1 text-sm sm:min-h-8" },
    },
    defaultVariants: { variant: "outline", size: "default" },
  },
);

type Variants = VariantProps<typeof button>;

export function Button({ variant, size, className, type = "submit", ...rest }: ComponentProps<"button"> & Variants) {
  return <button type={type} className={cn(button({ variant, size }), className)} {...rest} />;
}

export function ButtonLink({ variant, size, className, ...rest }: ComponentProps<typeof Link> & Variants) {
  return <Link className={cn(button({ variant, size }), className)} {...rest} />;
}
