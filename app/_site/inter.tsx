import { readdirSync } from "node:fs";

const MEDIA = "static/media";

/**
 * The dashboard's two files of Inter, at the addresses that the build gave them: a member who signs in has them before the dashboard asks.
 * Without a build there are none, and the pages keep the machine's font.
 */
const FILES = (["400", "600"] as const).flatMap((weight) => {
  const file = mediaOfBuild().find((name) => name.startsWith(`inter_latin_${weight}_`) && name.endsWith(".woff2"));
  return file ? [{ weight, href: `/_next/${MEDIA}/${file}` }] : [];
});

/** As in the dashboard, a font that comes late waits for the next page: text that changes its font moves what is below it. */
export const INTER_FACES = FILES.map(
  ({ weight, href }) =>
    `@font-face{font-family:Inter;font-weight:${weight};font-display:optional;src:url(${href}) format("woff2")}`,
).join("");

/** Asks for the font with the page, so that its first view has it. */
export function PreloadInter() {
  return FILES.map(({ href }) => (
    <link key={href} rel="preload" as="font" type="font/woff2" crossOrigin="" href={href} />
  ));
}

function mediaOfBuild(): string[] {
  try {
    return readdirSync(`.next/${MEDIA}`);
  } catch {
    return [];
  }
}
