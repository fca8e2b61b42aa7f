import { createHash } from "node:crypto";

const STYLE = `
:root{color-scheme:light dark;--ground:#faf6f0;--sheet:#fff;--ink:#2a1b1f;--soft:#6a555b;--edge:#a08b90;--line:#ecdfd8;--accent:#7c1f3a;--on:#fff;--yes:#1d6b43;--yes-wash:#e5f3ea;--no-wash:#fbeceb;--no:#8f2a20}
@media (prefers-color-scheme:dark){:root{--ground:#171113;--sheet:#211a1c;--ink:#f5ecee;--soft:#c1aeb3;--edge:#8a757b;--line:#382c30;--accent:#f0a3b7;--on:#3c0717;--yes:#86d9ac;--yes-wash:#14301f;--no-wash:#3a1a17;--no:#f5b0a8}}
*{box-sizing:border-box}
body{margin:0;min-block-size:100vh;display:flex;flex-direction:column;background:var(--ground);color:var(--ink);font:1.0625rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;overflow-wrap:anywhere}
header,main,footer{inline-size:100%;max-inline-size:60rem;margin-inline:auto;padding-inline:1.25rem}
header{display:flex;align-items:center;justify-content:space-between;gap:1rem;padding-block:1rem}
header a{min-block-size:2.75rem;display:inline-flex;align-items:center;color:inherit;text-decoration:none}
.brand{font:600 1.25rem/1.2 Georgia,"Times New Roman",serif}
main{flex:1;padding-block:1rem 3rem}
h1{margin:.25rem 0 .5rem;font:600 2rem/1.15 Georgia,"Times New Roman",serif;text-wrap:balance}
h2{margin:0 0 .25rem;font:600 1.1875rem/1.3 Georgia,"Times New Roman",serif}
p{margin:0 0 .875rem}
.soft{color:var(--soft)}
.wines{display:grid;gap:1rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,16rem),1fr));margin:1.5rem 0;padding:0;list-style:none}
.card{padding:1.25rem;border:1px solid var(--line);border-radius:1rem;background:var(--sheet)}
.wines .card{display:flex;flex-direction:column}
.wines svg{block-size:9rem;margin:0 auto 1rem}
.row{display:flex;align-items:center;justify-content:space-between;gap:1rem;margin-block-start:auto}
.button{display:inline-grid;place-items:center;min-block-size:3rem;padding:.5rem 1.125rem;border:1.5px solid var(--edge);border-radius:.625rem;background:none;color:inherit;font:inherit;font-weight:600;line-height:1.25;text-align:center;text-decoration:none;cursor:pointer}
.first{border-color:var(--accent);background:var(--accent);color:var(--on)}
.button:hover{text-decoration:underline;text-underline-offset:.2em}
.start .button{inline-size:100%;max-inline-size:24rem}
details{margin-block-start:1rem}
summary{min-block-size:2.75rem;padding-block:.5rem;cursor:pointer}
.strip{margin-block-start:1.5rem}
.strip a{display:inline-block;min-block-size:2.75rem;padding-block:.5rem;color:var(--accent)}
.strip p:last-child{margin-block-end:-.5rem}
pre,dl{margin:0 0 .875rem;font:.875rem/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;white-space:pre-wrap}
dl{display:grid;grid-template-columns:auto minmax(0,1fr);gap:0 1rem}
dt{color:var(--soft)}
dd{margin:0}
.pair{display:grid;gap:.625rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,16rem),1fr))}
.two{display:grid;gap:1rem;margin-block-start:1rem}
.answer{margin:1rem 0;padding:.875rem 1.125rem;border-radius:.75rem;background:var(--no-wash);color:var(--no)}
.answer b{display:block;font-size:1.125rem}
.yes{background:var(--yes-wash);color:var(--yes)}
:focus-visible{outline:3px solid var(--accent);outline-offset:3px;border-radius:.625rem}
[hidden]{display:none}
footer{padding-block:1.25rem;color:var(--soft);font-size:.9375rem}
form{margin:0}
@media (forced-colors:active){.answer{border:1px solid}.first{border-width:3px}}
`;

/** A page of this shop may load its own script and start a check by fetch. */
export function pageHeaders(agewayUrl: string): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
    "script-src 'self'",
    `connect-src ${agewayUrl}`,
    "img-src data:",
    // The start of a check is redirected to Ageway.
    `form-action 'self' ${agewayUrl}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": policy.join("; "),
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
  };
}

/** `body` is HTML: its author must escape what it prints. */
export function page(title: string, body: string, head = ""): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escaped(title)} – Demo wine shop</title><link rel="icon" href="data:,"><style>${STYLE}</style>${head}</head><body><header><a class="brand" href="/">Demo wine shop</a><a href="/checkout">Checkout</a></header><main>${body}</main><footer>A demo shop: the wines are invented and nothing is sold.</footer></body></html>`;
}

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
}
