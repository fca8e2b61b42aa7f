import { readFileSync } from "node:fs";
import tailwind from "@tailwindcss/postcss";
import postcss from "postcss";

/** Makes the style sheet of pages that Next does not draw: `entry` with the utilities that its sources use, without white space. */
export async function sheetOf(entry) {
  const sheet = await postcss([tailwind({ optimize: { minify: true } })]).process(readFileSync(entry, "utf8"), {
    from: entry,
  });
  return sheet.css;
}

/** The colours of a theme, each as `[light, dark]`, for a page of browsers that do not know `light-dark()`. */
export function coloursOf(theme) {
  const pairs = readFileSync(theme, "utf8").matchAll(/--color-([\w-]+): light-dark\((#\w+), (#\w+)\)/g);
  return Object.fromEntries([...pairs].map(([, name, light, dark]) => [name, [light, dark]]));
}
