import type { Account } from "./account.ts";
import { paySession } from "./checkout.ts";
import { endSubscription } from "./invoice.ts";
import { eventOf, type StripeEvent } from "./webhook.ts";

type Shown = { status: 200; html: string } | { status: 303; location: string; events: StripeEvent[] } | { status: 404 };

const NOTHING: Shown = { status: 404 };

/** The page at an address, after what its form has done. `body`: the submitted form; `null`: the page was opened. */
export function pageAt(account: Account, url: URL, body: URLSearchParams | null): Shown {
  const [, room, id = ""] = url.pathname.split("/");
  if (room === "pay") return pay(account, id, body !== null);
  return room === "portal" ? portal(account, id, url.searchParams.get("return_url") ?? "/", body) : NOTHING;
}

function pay(account: Account, id: string, isPaid: boolean): Shown {
  const session = account.sessions.get(id);
  if (session?.status !== "open") return NOTHING;
  if (!isPaid) return { status: 200, html: payPage(id, session.cancel_url) };
  const paid = paySession(account, id);
  if (paid === null) return NOTHING;
  const events = [
    eventOf("checkout.session.completed", paid.session),
    eventOf("customer.subscription.created", paid.subscription),
  ];
  return { status: 303, location: session.success_url, events };
}

function portal(account: Account, customer: string, returnUrl: string, body: URLSearchParams | null): Shown {
  if (!account.customers.has(customer)) return NOTHING;
  const theirs = [...account.subscriptions.values()].filter((one) => one.customer === customer);
  if (body === null) return { status: 200, html: portalPage(customer, returnUrl, theirs) };
  const ended = theirs.find(({ id }) => id === body.get("cancel"));
  if (!ended) return NOTHING;
  endSubscription(account, ended, { invoices: false });
  return { status: 303, location: returnUrl, events: [eventOf("customer.subscription.deleted", ended)] };
}

function payPage(id: string, cancelUrl: string): string {
  return page(
    "Stripe, played",
    `<form method="post" action="/pay/${escaped(id)}"><button>Subscribe</button></form><p><a href="${escaped(cancelUrl)}">Back</a></p>`,
  );
}

function portalPage(customer: string, returnUrl: string, subscriptions: { id: string; status: string }[]): string {
  const rows = subscriptions.map(
    ({ id, status }) =>
      `<li>${escaped(id)}: ${escaped(status)} <form method="post" action="/portal/${escaped(customer)}?return_url=${escaped(encodeURIComponent(returnUrl))}"><button name="cancel" value="${escaped(id)}">Cancel subscription</button></form></li>`,
  );
  return page("Stripe, played", `<ul>${rows.join("")}</ul><p><a href="${escaped(returnUrl)}">Back</a></p>`);
}

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><h1>${title}</h1><p>No money moves here.</p>${body}</html>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
