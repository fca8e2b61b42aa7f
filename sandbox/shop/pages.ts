import type { Ageway, MinimumAge, Start } from "#packages/server/src/index.ts";
import { escaped, page } from "./page.ts";
import { WINES } from "./wines.ts";

/** Holds what the shop knows about the visitor's age; `unknown`: it has not asked yet. */
export type Proof = "confirmed" | "not confirmed" | "unknown";

const EIDS: readonly ["s" | "b", string][] = [
  ["s", "Sandbox eID S"],
  ["b", "Sandbox eID B"],
];

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

type Checkout = {
  ageway: Ageway;
  start: Start;
  proof: Proof;
  wineId: string | null;
};

export function checkoutPage({ ageway, start, proof, wineId }: Checkout): string {
  const wine = WINES.find(({ id }) => id === wineId) ?? WINES[0];
  const basket = `<section class="card"><p class="soft">Your basket</p><h2>${wine?.name}</h2><p>One bottle · € ${wine?.price}</p></section>`;
  const next =
    proof === "confirmed" ? orderForm(start.age) : `${statement(proof, start.age)}${startButtons(ageway, start)}`;
  const script = '<script src="/shop.js" defer></script>';
  return page("Checkout", `<h1>Checkout</h1>${basket}<section id="age">${next}</section>`, script);
}

export function thanksPage(): string {
  return page(
    "Thank you",
    `<h1>Thank you for your order</h1><p>Nothing will arrive, because nothing was sold.</p><p><a class="button" href="/">Back to the wines</a></p>`,
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

/** The two ways to start a check: an ordinary link, and a call by the page's own script. Choose one for your shop. */
function startButtons(ageway: Ageway, start: Start): string {
  const links = EIDS.map(([provider, name], i) => {
    const href = escaped(ageway.startUrl({ ...start, provider }));
    return `<a class="button${i === 0 ? " first" : ""}" href="${href}" rel="nofollow noreferrer">Confirm with ${name}</a>`;
  });
  const buttons = EIDS.map(([provider, name]) => {
    const href = escaped(ageway.startUrl({ ...start, provider }));
    return `<button class="button" type="button" data-start="${href}">Confirm on this page with ${name}</button>`;
  });
  return `<div class="two"><div class="pair">${links.join("")}</div><div id="by-script" class="card" hidden><p class="soft">The same, started by the page’s own script:</p><div class="pair">${buttons.join("")}</div><p id="refused" class="answer" role="alert" hidden></p></div></div>`;
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
