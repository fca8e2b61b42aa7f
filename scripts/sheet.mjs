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
