import type { Ageway, MinimumAge, Start } from "#packages/server/src/index.ts";
import { escaped, page } from "./page.ts";
import { WINES } from "./wines.ts";

/** Holds what the shop knows about the visitor's age; `unknown`: it has not asked yet. */
export type Proof = "confirmed" | "not confirmed" | "unknown";

/** Ageway has two addresses for eIDs, of one contract. In a demo the sandbox eID is behind both. */
const PROVIDERS = ["s", "b"] as const;

export function cataloguePage(): string {
  const wines = WINES.map(
    ({ id, name, from, notes, price, label, glass }) =>
      `<li class="card"><svg viewBox="0 0 40 110" aria-hidden="true"><path fill="${glass}" d="M16 2h8v26c0 7 8 9 8 20v56a4 4 0 0 1-4 4H12a4 4 0 0 1-4-4V48c0-11 8-13 8-20z"/><path fill="${label}" d="M8 60h24v28H8z"/><path stroke="${glass}" stroke-width="1.5" d="M13 68h14M13 74h14M16 80h8"/></svg><p class="soft">${from}</p><h2>${name}</h2><p>${notes}</p><div class="row"><b>€ ${price}</b><a class="button first" href="/checkout?wine=${id}#age" aria-label="Buy ${name}">Buy</a></div></li>`,
  );
  return page(
    "Wines",
    `<h1>Three bottles, chosen slowly</h1><p class="soft">Wine is for adults: at the checkout we ask you to confirm your age.</p><ul class="wines">${wines.join("")}</ul>`,
  );
}

export type Checkout = {
  ageway: Ageway;
  start: Start;
  proof: Proof;
  wineId: string | null;
  /** Why a check could not be started just now. */
  refused?: string;
  /** What the backend asked and heard, as HTML. */
  strip: string;
};

export function checkoutPage({ ageway, start, proof, wineId, refused, strip }: Checkout): string {
  const wine = WINES.find(({ id }) => id === wineId) ?? WINES[0];
  const basket = `<section class="card"><p class="soft">Your basket</p><h2>${wine?.name}</h2><p>One bottle · € ${wine?.price}</p></section>`;
  const next =
    proof === "confirmed"
      ? orderForm(start.age)
      : `${statement(proof, start.age)}${startForm(wine?.id ?? "", refused)}${otherWays(ageway, start)}`;
  const script = '<script src="/shop.js" defer></script>';
  return page("Checkout", `<h1>Checkout</h1>${basket}<section id="age">${next}</section>${strip}`, script);
}

export function thanksPage(): string {
  return page(
    "Thank you",
    `<h1>Thank you for your order</h1><p>Nothing will arrive, because nothing was sold.</p><p><a class="button" href="/">Back to the wines</a></p>`,
  );
}

export function missingPage(): string {
  return page(
    "Page not found",
    `<h1>Page not found</h1><p>There is no bottle at this address.</p><p><a class="button" href="/">Back to the wines</a></p>`,
  );
}

function orderForm(age: MinimumAge): string {
  return `<div class="answer yes" role="status"><b>${age}+ confirmed</b>We know that you are ${age} or over, and nothing else about you.</div><form method="post" action="/order"><button class="button first">Place order</button></form>`;
}

function statement(proof: Proof, age: MinimumAge): string {
  return proof === "not confirmed"
    ? `<div class="answer" role="status"><b>Age not confirmed</b>You can try again, or leave the bottle to somebody who is ${age} or over.</div>`
    : `<div class="two"><h2>Confirm that you are ${age} or over</h2><p class="soft">Your eID answers yes or no. We do not learn your name or birth date.</p></div>`;
}

/** The way that most shops should take: the backend starts the check, and sends the visitor on. */
function startForm(wineId: string, refused: string | undefined): string {
  const why = refused === undefined ? "" : `<p class="answer" role="alert">${escaped(refused)}</p>`;
  return `${why}<form class="start" method="post" action="/confirm?wine=${encodeURIComponent(wineId)}"><button class="button first">Confirm your age</button></form>`;
}

/** Two more ways: an ordinary link, and a call by the page's own script. */
function otherWays(ageway: Ageway, start: Start): string {
  const ways = PROVIDERS.map((provider) => ({ provider, href: escaped(ageway.startUrl({ ...start, provider })) }));
  const links = ways.map(
    ({ provider, href }) =>
      `<a class="button" href="${href}" rel="nofollow noreferrer">By a link, to /url_generator_${provider}</a>`,
  );
  const buttons = ways.map(
    ({ provider, href }) =>
      `<button class="button" type="button" data-start="${href}">By a script, to /url_generator_${provider}</button>`,
  );
  return `<details><summary>Other ways to start a check</summary><div class="two"><p class="soft">The page can lead to Ageway itself. Its two addresses stand for two eIDs; here the sandbox eID is behind both.</p><div class="pair">${links.join("")}</div><div id="by-script" class="pair" hidden>${buttons.join("")}</div><p id="refused" class="answer" role="alert" hidden></p></div></details>`;
}

/** The shop's own script, served as `/shop.js`: starts a check by a call from the page. */
export const SHOP_SCRIPT = `
document.getElementById("by-script")?.removeAttribute("hidden");
for (const button of document.querySelectorAll("[data-start]")) {
  button.addEventListener("click", async () => {
    const refused = document.getElementById("refused");
    refused.hidden = true;
    button.disabled = true;
    try {
      const answer = await fetch(button.dataset.start);
      const { url } = await answer.json();
      if (answer.ok) return location.assign(url);
      refused.textContent = "The check could not start: " + (answer.headers.get("Ageway-Reason") ?? "no reason given") + ".";
    } catch {
      refused.textContent = "The check cannot be started right now. Try again in a moment.";
    }
    refused.hidden = false;
    button.disabled = false;
  });
}
`;
