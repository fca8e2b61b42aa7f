import type { ComponentProps } from "react";

/** `primary`: one in a view. `wide`: as wide as the card that it is in. `className`: for its place. */
type Look = { primary?: boolean | undefined; wide?: boolean | undefined; className?: string | undefined };

/** Submits its form. */
export function SiteButton({ primary, wide, className, ...rest }: ComponentProps<"button"> & Look) {
  return <button type="submit" className={looksOf({ primary, wide, className })} {...rest} />;
}

/** Leads somewhere, and looks as a button does. */
export function SiteLink({ primary, wide, className, children, ...rest }: ComponentProps<"a"> & Look) {
  return (
    <a className={looksOf({ primary, wide, className })} {...rest}>
      {children}
    </a>
  );
}

function looksOf({ primary = false, wide = false, className = "" }: Look): string {
  const colours = primary
    ? "border-accent bg-accent text-on-accent hover:border-accent-hover hover:bg-accent-hover forced-colors:border-3"
    : "border-rim bg-raised text-ink hover:bg-hover";
  return `inline-flex min-h-control cursor-pointer items-center justify-center rounded-m border px-3.5 py-1 text-center font-semibold no-underline ${colours} ${wide ? "w-full" : ""} ${className}`.trimEnd();
}
