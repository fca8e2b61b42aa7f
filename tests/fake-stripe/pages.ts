import { type Account, seconds } from "./account.ts";
import { paySession } from "./checkout.ts";
import { payPage, portalPage } from "./page.ts";
import { type Event, eventOf } from "./webhook.ts";

type Shown = { status: 200; html: string } | { status: 303; location: string; events: Event[] } | { status: 404 };

const NOTHING: Shown = { status: 404 };

/** What a person sees and does at this Stripe. `body`: of the form that was sent; `null`: it was only opened. */
export function visit(account: Account, url: URL, body: URLSearchParams | null): Shown {
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
  Object.assign(ended, { status: "canceled", ended_at: seconds() });
  return { status: 303, location: returnUrl, events: [eventOf("customer.subscription.deleted", ended)] };
}
