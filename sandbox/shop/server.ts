import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import {
  begin,
  confirm,
  createAgeway,
  isConfirmed,
  type MinimumAge,
  type SealedCookie,
  type Session,
  sealedCookie,
} from "#packages/server/src/index.ts";
import { type Backend, shopBackend } from "./backend.ts";
import { pageHeaders } from "./page.ts";
import {
  type Checkout,
  cataloguePage,
  checkoutPage,
  missingPage,
  type Proof,
  SHOP_SCRIPT,
  thanksPage,
} from "./pages.ts";
import { strip } from "./strip.ts";

type Options = {
  port: number;
  host?: string;
  url?: string;
  agewayUrl: string;
  pluginKey: string;
  /** Seals the cookies, also after a restart. */
  secret: string;
  timeoutMs?: number;
  /** Where members see a check, with `{reference}` in it. */
  checkUrl?: string | undefined;
};

type Shop = Pick<Backend, "ageway"> & {
  url: string;
  backend: Backend;
  cookie: SealedCookie;
  age: MinimumAge;
  checkUrl: string | undefined;
};

const TOKEN = "token_age_verified";

export async function startShop({
  port,
  host,
  url,
  agewayUrl,
  pluginKey,
  secret,
  timeoutMs,
  checkUrl,
}: Options): Promise<{ url: string; close(): Promise<void> }> {
  const backend = shopBackend(createAgeway({ url: agewayUrl, pluginKey, timeoutMs }), timeoutMs);
  const shop: Shop = {
    url: url ?? "",
    backend,
    ageway: backend.ageway,
    checkUrl,
    // Cookies ignore ports, so on localhost the gateway sees this cookie, too; the name keeps them apart.
    cookie: sealedCookie({ secret, name: "shop_session" }),
    age: 18,
  };
  const server = createServer((request, response) => {
    answer(shop, request, response).catch((error: Error) => {
      console.error(`request failed: ${error.name}`);
      if (!response.headersSent) response.writeHead(500, { "Content-Type": "text/plain" });
      response.end("Sorry, the shop has a problem. Try again.");
    });
  });
  await new Promise<void>((done, fail) => server.once("error", fail).listen(port, host, done));
  shop.url ||= `http://localhost:${(server.address() as AddressInfo).port}`;
  const close = () =>
    new Promise<void>((done) => {
      server.close(() => done());
      server.closeAllConnections();
    });
  return { url: shop.url, close };
}

async function answer(shop: Shop, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? "/", shop.url);
  const html = pageHeaders(shop.ageway.url);
  request.resume();
  if (url.pathname === "/health") return void response.end("ok");
  if (url.pathname === "/shop.js")
    return void response
      .writeHead(200, { "Content-Type": "text/javascript", "Cache-Control": "no-cache" })
      .end(SHOP_SCRIPT);
  if (url.pathname === "/") return void response.writeHead(200, html).end(cataloguePage());
  const isHttps = shop.url.startsWith("https:");
  const session = await shop.cookie.open(request.headers.cookie, isHttps);
  /** Sends the answer with the session as it is by then. */
  const send = async (status: number, headers: Record<string, string>, text = "") =>
    void response.writeHead(status, { ...headers, "Set-Cookie": await shop.cookie.seal(session, isHttps) }).end(text);
  if (url.pathname === "/checkout") {
    const tokens = url.searchParams.getAll(TOKEN);
    if (tokens.length === 0) return send(200, html, checkoutPage(checkoutOf(shop, url, session)));
    // The visitor is back: the session keeps a yes, and the redirect takes the token out of the address bar.
    await confirm(session, { ...shop, token: tokens.length === 1 ? tokens[0] : tokens });
    url.searchParams.delete(TOKEN);
    return send(303, { ...html, Location: `${url.pathname}${url.search}` });
  }
  if (url.pathname === "/confirm" && request.method === "POST") {
    const { start } = checkoutOf(shop, url, session);
    const started = await shop.backend.start(start);
    if (started.started) return send(303, { ...html, Location: started.url });
    const refused = `The check could not start: ${started.reason ?? started.why}.`;
    return send(502, html, checkoutPage({ ...checkoutOf(shop, url, session), refused }));
  }
  if (url.pathname === "/order" && request.method === "POST")
    return isConfirmed(session, shop) ? send(200, html, thanksPage()) : send(303, { ...html, Location: "/checkout" });
  response.writeHead(404, html).end(missingPage());
}

function checkoutOf(shop: Shop, url: URL, session: Session): Checkout {
  const { ageway, age, backend, checkUrl } = shop;
  const wineId = url.searchParams.get("wine");
  const returnUrl = `${shop.url}/checkout?wine=${encodeURIComponent(wineId ?? "nordlys")}#age`;
  const proof = proofOf(shop, session);
  const deviceId = begin(session);
  const heard = strip(backend.toldOf(deviceId), ageway.pluginKey, checkUrl);
  return { ageway, start: { deviceId, age, returnUrl }, proof, wineId, strip: heard };
}

function proofOf(shop: Shop, session: Session): Proof {
  if (isConfirmed(session, shop)) return "confirmed";
  return (session.ageway as { asked?: true } | undefined)?.asked ? "not confirmed" : "unknown";
}
