import { GLYPHS, Strokes } from "./glyph.tsx";

/** Holds all icons, also those that only the server draws. */
const ICONS = {
  ...GLYPHS,
  audit: "M3 2.5h10v11H3zM5.5 5.5h5M5.5 8h5M5.5 10.5h3",
  billing: "M3.5 2h9v12.5l-2.25-1.5L8 14.5 5.75 13 3.5 14.5zM6 5.5h4M6 8.5h4",
  book: "M2.5 3c2-1 4-1 5.5.5C9.5 2 11.5 2 13.5 3v10c-2-1-4-1-5.5.5C6.5 12 4.5 12 2.5 13zM8 3.5v10",
  checks: "M2.5 4h1M2.5 8h1M2.5 12h1M6 4h7.5M6 8h7.5M6 12h7.5",
  connect: "M6 2v3M10 2v3M4 5h8v3a4 4 0 0 1-8 0zM8 12v2.5",
  domains: "M2 8a6 6 0 1 0 12 0a6 6 0 1 0 -12 0M2 8h12M8 2c2.5 2.5 2.5 9.5 0 12M8 2c-2.5 2.5-2.5 9.5 0 12",
  down: "m4 6 4 4 4-4",
  download: "M8 2.5v7.5M4.5 7 8 10.5 11.5 7M2.5 13.5h11",
  "gate-test": "M1.5 8.5h3l2-6 3 11 2-5h3",
  home: "M2.5 7 8 2.5 13.5 7v6.5h-4v-4h-3v4h-4z",
  keys: "M2.5 11a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0 -5 0M7 9l6.5-6.5M11 5l2 2",
  left: "m10 4-4 4 4 4",
  menu: "M2.5 4.5h11M2.5 8h11M2.5 11.5h11",
  play: "M4.5 2.5v11l9-5.5z",
  plus: "M8 3v10M3 8h10",
  right: "m6 4 4 4-4 4",
  settings:
    "M6 8a2 2 0 1 0 4 0a2 2 0 1 0 -4 0M8 1.5v2M8 12.5v2M1.5 8h2M12.5 8h2M3.4 3.4l1.4 1.4M11.2 11.2l1.4 1.4M3.4 12.6l1.4-1.4M11.2 4.8l1.4-1.4",
  team: "M3.5 5.5a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0 -5 0M1.5 13.5a4.5 4.5 0 0 1 9 0M10.5 3.2a2.5 2.5 0 0 1 0 4.6M12 9.5a4.5 4.5 0 0 1 2.5 4",
} as const;

export type IconName = keyof typeof ICONS;

/** Draws an icon from the server. */
export function Icon({ name, ...look }: { name: IconName; className?: string | undefined }) {
  return <Strokes path={ICONS[name]} {...look} />;
}
