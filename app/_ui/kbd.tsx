import { classes } from "./classes.ts";

/** Draws the cap of a key. */
export function Kbd({ className, children }: { className?: string; children: string }) {
  return (
    <kbd
      className={classes(
        "rounded-s border border-line bg-sunk px-[0.3rem] font-sans text-meta leading-4.5 text-soft",
        className,
      )}
    >
      {children}
    </kbd>
  );
}
