const WINES = { nordlys: "Nordlys Riesling", granskog: "Granskog Pinot Noir" };

export function catalogue() {
  const wines = Object.entries(WINES).map(([id, name]) => `<li>${name} <a href="/checkout?wine=${id}">Buy</a></li>`);
  return page("Wines", `<ul>${wines.join("")}</ul>`);
}

/** Only who is old enough gets here. */
export function checkout(wine) {
  const name = WINES[wine] ?? WINES.nordlys;
  return page(
    "Checkout",
    `<p>One bottle of ${name}</p><form method="post" action="/order"><button>Place order</button></form>`,
  );
}

export function thanks() {
  return page(
    "Thank you",
    '<p>Nothing will arrive, because nothing was sold.</p><p><a href="/">Back to the wines</a></p>',
  );
}

function page(title, body) {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><h1>${title}</h1>${body}</html>`;
}
