import { classes } from "./classes.ts";

/** Holds the few icons that browsers draw too: script loads no others. Paths on a grid of 16 × 16, drawn by strokes of 1.5. */
export const GLYPHS = {
  alert: "M8 1.8 14.8 13.5H1.2zM8 6v3.5M8 11.5h.01",
  check: "m3 8.5 3.5 3.5L13 5",
  clock: "M2 8a6 6 0 1 0 12 0a6 6 0 1 0 -12 0M8 4.5V8l2.5 1.5",
  close: "m4 4 8 8M12 4l-8 8",
  copy: "M5.5 5.5h8v8h-8zM3 10.5h-.5v-8h8V3",
  info: "M2 8a6 6 0 1 0 12 0a6 6 0 1 0 -12 0M8 7.5V11M8 5h.01",
  lock: "M3.5 7.5h9v6h-9zM5.5 7.5v-2a2.5 2.5 0 0 1 5 0v2",
  search: "M2.5 7a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0M10.5 10.5l3.5 3.5",
} as const;

export type GlyphName = keyof typeof GLYPHS;

/** Repeats or names what stands beside it, so screen readers skip it. */
export function Glyph({ name, ...look }: { name: GlyphName; className?: string | undefined }) {
  return <Strokes path={GLYPHS[name]} {...look} />;
}

export function Strokes({ path, className }: { path: string; className?: string | undefined }) {
  return (
    <svg
      className={classes("size-4 fill-none stroke-current", className)}
      viewBox="0 0 16 16"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}
