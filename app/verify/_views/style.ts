import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Styles the verify pages, inside them, so that the first view is one request. Old browsers know all of it. What runs
 * along a line is logical, for languages written from the right. A colour has its name in `theme.css`.
 */
const CSS = `
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;min-height:100vh;min-height:100dvh;display:flex;flex-direction:column;background:var(--sheet);color:var(--ink);font:1.0625rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
.mode,h1,.action,footer{text-wrap:balance}
.mode,.action,footer{text-align:center}
.host b,.action,summary{font-weight:600}
p,ol,.change{margin:0 0 .75rem}
.mode{padding:.5rem 1rem;background:var(--test-wash);color:var(--test)}
main{width:100%;max-width:32rem;margin:0 auto auto;padding:1.25rem;background:var(--sheet)}
.host,.facts li{display:flex;gap:.625rem}
.host{align-items:center;line-height:1.3}
.host b{min-width:0}
.host i{flex:none;display:grid;place-items:center;width:2rem;height:2rem;border-radius:50%;background:var(--wash);color:var(--accent);font-style:normal;font-weight:700}
h1{margin:0 0 .625rem;font-size:1.625rem;line-height:1.2;letter-spacing:-.015em}
h1 svg{width:1em;height:1em;margin-inline-end:.375em;vertical-align:-.125em;color:var(--soft)}
h1 .info{color:var(--busy)}
h1 .stop{color:var(--bad)}
h2{margin:1.75rem 0 .25rem;font-size:1.0625rem}
.logo,.mark{display:block;height:1.875rem;max-width:100%;margin:0 0 .625rem;padding:.25rem;border-radius:.375rem;background:#fff;color:#17211c;object-fit:contain;object-position:0 50%;overflow:hidden}
.facts,.action,:focus-visible{border-radius:.625rem}
.facts{margin:0 0 1rem;padding:.625rem .75rem;background:var(--wash);list-style:none}
.facts svg{flex:none;width:1.125rem;height:1.125rem;margin-top:.22em;color:var(--accent)}
.actions{display:grid;gap:.625rem}
.action{display:grid;place-items:center;min-height:3rem;padding:.5rem 1rem;border:1.5px solid var(--edge);background:none;color:var(--ink);font:inherit;font-weight:600;line-height:1.25;text-decoration:none;cursor:pointer}
.first{border-color:var(--accent);background:var(--accent);color:var(--on-accent)}
.action:hover{text-decoration:underline;text-underline-offset:.2em}
:focus-visible{outline:3px solid var(--accent);outline-offset:3px}
details{margin-top:1rem;border-top:1px solid var(--line)}
summary{min-height:2.75rem;padding-block:.625rem;cursor:pointer}
ol{padding-inline-start:1.375rem}
.small{margin:.25rem 0 0;color:var(--soft)}
.actions+.small,.small+.small{margin-top:1rem}
a{color:var(--accent)}
.more{display:inline-block;padding-block:.625rem}
footer{padding:1rem;color:var(--soft);font-size:.9375rem}
.change{display:flex;flex-wrap:wrap;justify-content:center;align-items:center;gap:.5rem}
.change>:not(label){min-height:2.75rem;padding:.25rem .75rem;border:1px solid var(--edge);border-radius:.5rem;background:none;color:var(--ink);font:inherit}
option{background:var(--sheet);color:var(--ink)}
code{font:600 1em/1.4 ui-monospace,Menlo,monospace}
@media(min-width:34rem){body{background:var(--ground)}.mode{margin-bottom:1rem}main{margin:auto;padding:2.25rem;border-radius:1rem;box-shadow:0 0 0 1px var(--line),0 1.5rem 3rem -2rem #0004}h1{font-size:1.875rem}}
@media(forced-colors:active){main,.mode,.facts,.host i{border:1px solid}.first{border-width:3px}}
`;

export const STYLE = `${coloursIn(CSS, builtColours())}${CSS.replaceAll("\n", "")}`;

/** The colours of a style, as browsers before `light-dark()` know them. */
export function coloursIn(css: string, colours: Record<string, readonly [light: string, dark: string]>): string {
  const used = Object.entries(colours).filter(([name]) => css.includes(`var(--${name})`));
  const [light, dark] = [0, 1].map((n) => used.map(([name, pair]) => `--${name}:${pair[n]}`).join(";"));
  return `:root{color-scheme:light dark;${light}}@media(prefers-color-scheme:dark){:root{${dark}}}`;
}

/** The colours of `theme.css`, as the build wrote them. Without a build a page has those of the browser. */
function builtColours(): Record<string, readonly [light: string, dark: string]> {
  try {
    return JSON.parse(readFileSync(join(".next", "styles", "colours.json"), "utf8"));
  } catch {
    return {};
  }
}

/**
 * The shop's colour, on the primary button. Its contrast to the white text was checked when the shop chose it; on the dark
 * ground, where the colour itself may be hard to see, the button has an edge.
 */
export function accentStyle(accent: string): string {
  return `.first{border-color:${accent};background:${accent};color:#fff}@media(prefers-color-scheme:dark){.first{border-color:var(--edge)}}`;
}
