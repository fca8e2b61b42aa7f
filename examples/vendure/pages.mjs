import { Router } from "express";

/** A catalogue for everybody, a checkout that the gate is before, and orders by the Shop API, which is at `api`. */
export function pages(api) {
  /** Asks as the visitor, with their cookies: the yes is in one. */
  async function ask(request, query, variables) {
    const headers = { "Content-Type": "application/json", cookie: request.headers.cookie ?? "" };
    const answer = await fetch(api, { method: "POST", headers, body: JSON.stringify({ query, variables }) });
    return (await answer.json()).data;
  }

  async function winesFor(request) {
    const wines = (await ask(request, WINES)).products.items;
    return { wines, wine: wines.find(({ slug }) => slug === request.query.wine) ?? wines[0] };
  }

  const shop = Router();
  shop.get("/", async (request, response) => {
    const { wines } = await winesFor(request);
    const lines = wines.map(({ name, slug, customFields: { minimumAge } }) => {
      const way = minimumAge > 0 ? `<a href="/checkout?wine=${slug}">Buy</a>` : orderForm(slug, "Buy");
      return `<li>${escaped(name)} ${way}</li>`;
    });
    response.send(page("Wines", `<ul>${lines.join("")}</ul>`));
  });

  shop.get("/checkout", async (request, response) => {
    const { name, slug } = (await winesFor(request)).wine;
    response.send(page("Checkout", `<p>One bottle of ${escaped(name)}</p>${orderForm(slug, "Place order")}`));
  });

  shop.post("/order", async (request, response) => {
    const { slug, variants } = (await winesFor(request)).wine;
    const { moved, paid } = await ask(request, ORDER, { variant: variants[0].id });
    if (paid.state === "PaymentSettled") return response.send(page("Thank you", "<p>Nothing will arrive.</p>"));
    const why = moved.transitionError ?? paid.paymentErrorMessage;
    if (why === "age_not_confirmed") return response.redirect(303, `/checkout?wine=${slug}`);
    response.status(409).send(page("Not ordered", `<p>${escaped(why ?? paid.message)}</p>`));
  });

  return shop;
}

const WINES = "{ products { items { name slug customFields { minimumAge } variants { id } } } }";

const ORDER = `mutation ($variant: ID!) {
  addItemToOrder(productVariantId: $variant, quantity: 1) { __typename }
  setCustomerForOrder(input: { firstName: "Ada", lastName: "Berg", emailAddress: "ada@shop.example" }) { __typename }
  setOrderShippingAddress(input: { streetLine1: "Nygade 1", countryCode: "DK" }) { __typename }
  setOrderShippingMethod(shippingMethodId: ["1"]) { __typename }
  moved: transitionOrderToState(state: "ArrangingPayment") { ... on OrderStateTransitionError { transitionError } }
  paid: addPaymentToOrder(input: { method: "invoice", metadata: {} }) {
    ... on Order { state }
    ... on ErrorResult { message }
    ... on PaymentDeclinedError { paymentErrorMessage }
  }
}`;

const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const orderForm = (slug, text) => `<form method="post" action="/order?wine=${slug}"><button>${text}</button></form>`;

const page = (title, body) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><h1>${title}</h1>${body}</html>`;
