/**
 * The style of the verify pages. It stands in the page, so that the first view is one request. It uses logical properties
 * only, so that it also serves languages written from the right. Contrast: 4.5 : 1 (text) and 3 : 1 (edges) in both schemes.
 */
const CSS = `
:root{color-scheme:light dark;--ground:#f4f5f2;--sheet:#fff;--ink:#17211c;--soft:#4c5a53;--edge:#7d8a83;--line:#dfe4e0;--accent:#0b5d46;--on:#fff;--wash:#e9f2ed;--note:#fdf3d7;--note-ink:#5b4300}
@media (prefers-color-scheme:dark){:root{--ground:#0f1412;--sheet:#181f1c;--ink:#eef3f0;--soft:#adbab3;--edge:#7f8d86;--line:#2c3632;--accent:#7fd6b4;--on:#06261b;--wash:#1d2a25;--note:#33290c;--note-ink:#f3dfa3}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;min-block-size:100vh;min-block-size:100dvh;display:flex;flex-direction:column;background:var(--sheet);color:var(--ink);font:1.0625rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;overflow-wrap:anywhere}
.mode{padding:.5rem 1rem;text-wrap:balance;background:var(--note);color:var(--note-ink);text-align:center}
main{inline-size:100%;max-inline-size:32rem;margin:0 auto auto;padding:1.25rem;background:var(--sheet)}
.host{display:flex;align-items:center;gap:.625rem;margin:0 0 .75rem;line-height:1.3;color:var(--soft)}
.host b{min-inline-size:0;color:var(--ink);font-weight:600}
.host i{flex:none;display:grid;place-items:center;inline-size:2rem;block-size:2rem;border-radius:50%;background:var(--wash);color:var(--accent);font-style:normal;font-weight:700}
h1{margin:0 0 .625rem;font-size:1.625rem;line-height:1.2;letter-spacing:-.015em;text-wrap:balance}
h2{margin:1.75rem 0 .25rem;font-size:1.0625rem}
p{margin:0 0 .75rem}
.logo,.mark{display:block;block-size:1.875rem;max-inline-size:100%;margin:0 0 .625rem;padding:.25rem;border-radius:.375rem;background:#fff;color:#17211c;object-fit:contain;object-position:0 50%;overflow:hidden}
.facts{margin:0 0 1rem;padding:.625rem .75rem;border-radius:.625rem;background:var(--wash);list-style:none}
.facts li{display:flex;gap:.625rem}
.facts svg{flex:none;inline-size:1.125rem;block-size:1.125rem;margin-block-start:.22em;color:var(--accent)}
.actions{display:grid;gap:.625rem;margin:0}
.action{display:grid;place-items:center;min-block-size:3rem;padding:.5rem 1rem;border:1.5px solid var(--edge);border-radius:.625rem;background:none;color:var(--ink);font:inherit;font-weight:600;line-height:1.25;text-align:center;text-wrap:balance;text-decoration:none;cursor:pointer}
.first{border-color:var(--accent);background:var(--accent);color:var(--on)}
.action:hover{text-decoration:underline;text-underline-offset:.2em}
:focus-visible{outline:3px solid var(--accent);outline-offset:3px;border-radius:.625rem}
details{margin-block-start:1rem;border-block-start:1px solid var(--line)}
summary{min-block-size:2.75rem;padding-block:.625rem;cursor:pointer;font-weight:600}
ol{margin:0 0 .75rem;padding-inline-start:1.375rem}
.small{margin:.25rem 0 0;color:var(--soft)}
form.actions+.small,.small+.small,.reference{margin-block-start:1rem}
a{color:var(--accent)}
footer{padding:1rem;color:var(--soft);font-size:.9375rem;text-align:center;text-wrap:balance}
.change{display:flex;flex-wrap:wrap;justify-content:center;align-items:center;gap:.5rem;margin:0 0 .75rem}
.change>:not(label){min-block-size:2.75rem;padding:.25rem .75rem;border:1px solid var(--edge);border-radius:.5rem;background:none;color:var(--ink);font:inherit}
.change option{background:var(--sheet);color:var(--ink)}
code{font:600 1em/1.4 ui-monospace,SFMono-Regular,Menlo,monospace}
@media (min-width:34rem){body{background:var(--ground)}.mode{margin-block-end:1rem}main{margin:auto;padding:2.25rem;border-radius:1rem;box-shadow:0 0 0 1px var(--line),0 1.5rem 3rem -2rem #0004}h1{font-size:1.875rem}}
@media (forced-colors:active){.first{border-width:3px}main{border:1px solid}}
`;

/**
 * The shop's colour, on the primary button. Its contrast to the white text was checked when the shop chose it; on the dark
 * ground, where the colour itself may be hard to see, the button has an edge.
 */
export function accentStyle(accent: string): string {
  return `.first{border-color:${accent};background:${accent};color:#fff}@media (prefers-color-scheme:dark){.first{border-color:var(--edge)}}`;
}

export const STYLE = CSS.replaceAll("\n", "");
