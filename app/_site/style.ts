import { INTER_FACES } from "./inter.tsx";

/**
 * The style of the front page and of sign-in, which have no script and no file beside them. The tokens are those of
 * `app/_ui/theme.css`; a test compares them.
 */
export const SITE_TOKENS = `
--ground: light-dark(#f2f4f1, #0d1210);
--sheet: light-dark(#ffffff, #151b18);
--raised: light-dark(#ffffff, #1c2420);
--sunk: light-dark(#f7f8f6, #111714);
--hover: light-dark(#f1f4f1, #1e2723);
--ink: light-dark(#17211c, #ecf2ee);
--soft: light-dark(#4c5a53, #a9b7b0);
--line: light-dark(#e1e6e2, #2a3430);
--edge: light-dark(#838f88, #6b7a72);
--rim: light-dark(#cbd3ce, #3a4640);
--accent: light-dark(#0b5d46, #7fd6b4);
--accent-hover: light-dark(#084a38, #9fe3c8);
--on-accent: light-dark(#ffffff, #06261b);
--wash: light-dark(#e6f1eb, #1a2b25);
--good: light-dark(#0b5d46, #7fd6b4);
--good-wash: light-dark(#e2f2ea, #163028);
--bad: light-dark(#a1261d, #ffb4a9);
--bad-wash: light-dark(#fdeeec, #3a1a17);
--busy: light-dark(#1c4f94, #a9cbff);
--busy-wash: light-dark(#e9f1fc, #172740);
--test: light-dark(#6a4800, #f2d48a);
--test-wash: light-dark(#fdf0cc, #33290c);
--test-edge: light-dark(#b07800, #b98d2b);
`;

const CSS = `
:root{color-scheme:light dark;${SITE_TOKENS}--mono:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace}
:root[data-theme=light]{color-scheme:light}
:root[data-theme=dark]{color-scheme:dark}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;min-height:100dvh;background:var(--ground);color:var(--ink);font:.875rem/1.25rem Inter,system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;font-feature-settings:"cv05","ss03";overflow-wrap:anywhere}
h1,h2,h3,p,ol,pre{margin:0;padding:0}
h1{font-size:1.25rem;line-height:1.75rem;font-weight:600;letter-spacing:-.014em;text-wrap:balance}
h2{font-size:1rem;line-height:1.5rem;font-weight:600}
h3{font-size:.875rem;font-weight:600}
ol{list-style:none}
a{color:inherit;text-underline-offset:.2em}
b{font-weight:600}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:.25rem}
.soft{color:var(--soft)}
.meta{font-size:.8125rem;color:var(--soft)}
.stack{display:grid;gap:1rem}
.row{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem}
.brand{display:flex;align-items:center;gap:.5rem;font-size:1.25rem;line-height:1.75rem;font-weight:600;text-decoration:none}
.brand svg{width:1.75rem;height:1.75rem;color:var(--accent)}
.btn{display:inline-flex;align-items:center;justify-content:center;min-height:2.25rem;padding:.25rem .875rem;border:1px solid var(--rim);border-radius:.5rem;background:var(--raised);color:var(--ink);font:inherit;font-weight:600;text-decoration:none;text-align:center;cursor:pointer}
.btn:hover{background:var(--hover)}
.btn.first{border-color:var(--accent);background:var(--accent);color:var(--on-accent)}
.btn.first:hover{border-color:var(--accent-hover);background:var(--accent-hover)}
.field{display:grid;gap:.375rem}
.field label{font-weight:600}
.input{width:100%;min-height:2.25rem;padding:.25rem .75rem;border:1px solid var(--edge);border-radius:.5rem;background:var(--raised);color:var(--ink);font:inherit}
.input::placeholder{color:var(--soft);opacity:1}
.input[aria-invalid]{border-color:var(--bad)}
.error{color:var(--bad)}
@media (max-width:40rem){.input{font-size:1rem}}
@media (pointer:coarse){.btn,.input{min-height:2.75rem}}
.notice{display:grid;gap:.25rem;padding:.75rem 1rem;border-radius:.5rem;background:var(--wash)}
.notice:has(.btn){gap:.75rem}
.notice.bad{background:var(--bad-wash)}.notice.bad b{color:var(--bad)}
.notice.good{background:var(--good-wash)}.notice.busy{background:var(--busy-wash)}
.notice.test{background:var(--test-wash);color:var(--test);box-shadow:inset 0 0 0 1px var(--test-edge)}
.card{padding:1.5rem;border:1px solid var(--line);border-radius:.75rem;background:var(--sheet)}
.middle{display:grid;gap:1.25rem;align-content:center;width:min(26rem,100%);min-height:100dvh;margin:auto;padding:1.5rem 1rem}
.middle .brand,.middle .foot{justify-self:center;text-align:center}
.middle .card .btn{width:100%}
.or{display:grid;grid-template-columns:1fr auto 1fr;gap:.75rem;align-items:center;margin-block:1rem}
.or::before,.or::after{content:"";border-top:1px solid var(--line)}
.code{border:1px solid var(--line);border-radius:.5rem;background:var(--sunk);padding:.75rem 1rem;font:.8125rem/1.25rem var(--mono);white-space:pre-wrap}
.code code{font:inherit}
.site{background:var(--sheet)}
.top,.site main,.site .foot{width:min(70rem,100%);margin-inline:auto;padding-inline:1.25rem}
.top{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem 1.5rem;min-height:4rem}
.top nav{display:flex;gap:1.5rem;margin-inline-start:auto}
.top nav a{color:var(--soft);text-decoration:none}
.top nav a:hover{color:var(--ink);text-decoration:underline}
.hero{display:grid;gap:2.5rem;align-items:center;padding-block:1.5rem 2rem}
.pitch{display:grid;gap:1rem;justify-items:start}
.pitch h1{font-size:clamp(2.25rem,5vw,3.5rem);line-height:1.05;letter-spacing:-.035em}
.pitch>p:not(.meta){max-width:28rem;font-size:1.125rem;line-height:1.625rem;color:var(--soft)}
.picture{position:relative;display:grid;gap:.75rem;padding:1.5rem;border-radius:1.25rem;background:linear-gradient(160deg,var(--wash),var(--ground))}
.picture>div{display:grid;gap:.625rem;padding:1rem 1.125rem;border-radius:.875rem;background:var(--raised);box-shadow:0 0 0 1px var(--line),0 8px 24px -8px #0003}
.picture .big{font-size:1.25rem;line-height:1.2;font-weight:600;letter-spacing:-.015em;text-wrap:balance}
.picture .promise{padding:.5rem .625rem;border-radius:.5rem;background:var(--wash)}
.picture .shape{display:grid;place-items:center;min-height:2.5rem;padding-inline:1rem;border:1px solid var(--edge);border-radius:.5rem;font-weight:600;text-align:center}
.picture .shape.first{border-color:var(--accent);background:var(--accent);color:var(--on-accent)}
.picture code{white-space:pre-wrap;font:.8125rem/1.5rem var(--mono)}
.how,.holds{padding-block:1rem 2rem}
.how ol,.holds{display:grid;gap:1rem 1.5rem}
.how ol{margin-block-start:.75rem;counter-reset:step}
.how>p{margin-block-start:1rem}
.how li{display:grid;gap:.5rem;align-content:start;min-width:0;counter-increment:step}
.how h3::before{content:counter(step);display:inline-grid;place-items:center;width:1.375rem;height:1.375rem;margin-inline-end:.5rem;border-radius:50%;background:var(--wash);color:var(--accent);font-size:.8125rem}
.holds{padding-block:2rem;border-block-start:1px solid var(--line)}
.site .foot{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;padding-block:1.5rem}
@media (min-width:60rem){.hero{grid-template-columns:minmax(0,1fr) minmax(0,1.05fr);gap:3.5rem}.picture{gap:0;padding:1.75rem}.picture>:nth-child(1){justify-self:start;width:14rem;padding-bottom:2.25rem}.picture>:nth-child(2){z-index:1;margin:-1.25rem 2.5rem 0;padding:1.375rem 1.375rem 2.75rem}.picture>:nth-child(3){justify-self:end;width:14rem;margin-top:-1.5rem;z-index:2}.how ol,.holds{grid-template-columns:repeat(3,minmax(0,1fr))}}
@media (max-width:40rem){.top nav a+a{display:none}.pitch .btn{width:100%}}
.mails{padding-block:1.5rem 2.5rem;display:grid;gap:1.5rem}
.mails>*{max-width:44rem}
.mails .btn{justify-self:start}
`;

export const SITE_STYLE = INTER_FACES + CSS.replaceAll("\n", "");
