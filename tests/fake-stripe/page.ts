/** The two pages that people see of this Stripe. */
export function payPage(id: string, cancelUrl: string): string {
  return page(
    "Stripe, played",
    `<form method="post" action="/pay/${escaped(id)}"><button>Subscribe</button></form><p><a href="${escaped(cancelUrl)}">Back</a></p>`,
  );
}

export function portalPage(
  customer: string,
  returnUrl: string,
  subscriptions: { id: string; status: string }[],
): string {
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
