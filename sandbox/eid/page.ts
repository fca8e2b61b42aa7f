import { createHash } from "node:crypto";
import { type Group, PERSONAS, type Persona } from "./persona.ts";

/** Who most people want to be: let in, kept out, and gone. */
const FIRST: readonly string[] = ["adult", "seventeen", "cancel"];

const FOLDS: readonly [Group, string, string][] = [
  ["People", "Other people", "Ages at a limit, an ID that says less, and adults who do not simply approve."],
  [
    "An eID that misbehaves",
    "An eID that misbehaves",
    "An adult whose eID answers in a way that must not be believed, or that needs care.",
  ],
];

const STYLE = `
:root{color-scheme:light dark;--ground:#eef0f6;--sheet:#fff;--ink:#1a1d2b;--soft:#545a70;--edge:#8288a0;--accent:#3a3f9e;--wash:#f3f4fb;--note:#fff4d2;--note-ink:#5c4500}
@media (prefers-color-scheme:dark){:root{--ground:#10121b;--sheet:#191c28;--ink:#eff1f8;--soft:#b0b6ca;--edge:#757c96;--accent:#b3b8ff;--wash:#222637;--note:#33290c;--note-ink:#f3dfa3}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;overflow-wrap:anywhere}
.note{margin:0;padding:.625rem 1rem;background:var(--note);color:var(--note-ink);text-align:center}
main{max-inline-size:44rem;margin:0 auto;padding:1.5rem 1.25rem 2.5rem;background:var(--sheet)}
h1{margin:0 0 .25rem;font-size:1.625rem;line-height:1.2;letter-spacing:-.015em}
details{margin-block-start:1rem;border-block-start:1px solid var(--edge)}
summary{min-block-size:2.75rem;padding-block:.625rem;font-weight:600;cursor:pointer}
p{margin:0 0 .75rem;color:var(--soft)}
.people{display:grid;gap:.5rem;grid-template-columns:repeat(auto-fill,minmax(min(100%,18rem),1fr))}
button{min-block-size:3rem;padding:.5rem .875rem;border:1px solid var(--edge);border-radius:.625rem;background:var(--wash);color:inherit;font:inherit;font-weight:550;text-align:start;cursor:pointer}
.big{margin-block-end:1.5rem;grid-template-columns:repeat(auto-fill,minmax(min(100%,11rem),1fr))}
.big button{min-block-size:4rem;font-size:1.125rem;text-align:center}
button:hover{border-color:var(--accent);color:var(--accent)}
a{display:inline-block;min-block-size:2.75rem;padding-block:.5rem;color:var(--accent)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
@media (min-width:46rem){main{margin-block:2.5rem;padding:2.25rem;border-radius:1rem}}
`;

const HEADERS = {
  "Content-Type": "text/html; charset=utf-8",
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
  // The form redirects to the relying party, on another origin, and form-action applies to that redirect, too.
  "Content-Security-Policy": `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; img-src data:; form-action 'self' https: http:; base-uri 'none'; frame-ancestors 'none'`,
};

/** The page of a login: a button for each persona, of which three are seen at once. */
export function personaPage(client: string): { headers: Record<string, string>; html: string } {
  const first = FIRST.flatMap((id) => PERSONAS.filter((persona) => persona.id === id));
  const folds = FOLDS.map(([group, heading, words]) => {
    const others = PERSONAS.filter((persona) => persona.group === group && !FIRST.includes(persona.id));
    return `<details><summary>${heading}</summary><p>${words}</p><div class="people">${buttonsOf(others)}</div></details>`;
  });
  return drawn(
    `<p>“${escaped(client)}” asks how old you are. Choose who is at the phone.</p><form method="post"><div class="people big">${buttonsOf(first)}</div>${folds.join("")}</form>`,
  );
}

/** What is seen at the address of a login that has ended, as by Back. */
export function overPage(shopUrl: string | undefined): { headers: Record<string, string>; html: string } {
  return drawn(
    `<p><b>This login is over.</b> Go back to the shop and start again.</p>${wayTo(shopUrl, "Back to the demo shop")}`,
  );
}

/** What is seen at every other address: nobody logs in without a shop that asks. */
export function idlePage(shopUrl: string | undefined): { headers: Record<string, string>; html: string } {
  return drawn(
    `<p><b>Nobody asks for an age here yet.</b> This eID opens when you confirm your age in a shop. You then choose one of ${PERSONAS.length} simulated people.</p><p>For developers: its two issuers are /s and /b.</p>${wayTo(shopUrl, "Go to the demo shop")}`,
  );
}

function wayTo(shopUrl: string | undefined, words: string): string {
  return shopUrl === undefined ? "" : `<p><a href="${escaped(shopUrl)}">${words}</a></p>`;
}

function buttonsOf(personas: readonly Persona[]): string {
  return personas.map(({ id, words }) => `<button name="persona" value="${id}">${escaped(words)}</button>`).join("");
}

function drawn(content: string): { headers: Record<string, string>; html: string } {
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Sandbox eID</title><link rel="icon" href="data:,"><style>${STYLE}</style></head><body><header class="note">For testing: no real person is identified here.</header><main><h1>Sandbox eID</h1>${content}</main></body></html>`;
  return { headers: HEADERS, html };
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
}
