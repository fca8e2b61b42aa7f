import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import {
  type Ageway,
  begin,
  confirm,
  createAgeway,
  isConfirmed,
  type MinimumAge,
  type SealedCookie,
  type Session,
  sealedCookie,
} from "#packages/server/src/index.ts";
import { pageHeaders } from "./page.ts";
import { cataloguePage, checkoutPage, type Proof, SHOP_SCRIPT, thanksPage } from "./pages.ts";

type Options = {
  port: number;
  host?: string;
  url?: string;
  agewayUrl: string;
  pluginKey: string;
  /** Seals the cookies, also after a restart. */
  secret: string;
  timeoutMs?: number;
};

type Shop = { url: string; ageway: Ageway; cookie: SealedCookie; age: MinimumAge };

const TOKEN = "token_age_verified";

export async function startShop({
  port,
  host,
  url,
  agewayUrl,
  pluginKey,
  secret,
  timeoutMs,
}: Options): Promise<{ url: string; close(): Promise<void> }> {
  const shop: Shop = {
    url: url ?? "",
    ageway: createAgeway({ url: agewayUrl, pluginKey, timeoutMs }),
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
    if (tokens.length === 0) return send(200, html, checkoutOf(shop, url, session));
    // The visitor is back: the session keeps a yes, and the redirect takes the token out of the address bar.
    await confirm(session, { ...shop, token: tokens.length === 1 ? tokens[0] : tokens });
    url.searchParams.delete(TOKEN);
    return send(303, { ...html, Location: `${url.pathname}${url.search}` });
  }
  if (url.pathname === "/order" && request.method === "POST")
    return isConfirmed(session, shop) ? send(200, html, thanksPage()) : send(303, { ...html, Location: "/checkout" });
  response.writeHead(404, { "Content-Type": "text/plain" }).end("Not found");
}

function checkoutOf(shop: Shop, url: URL, session: Session): string {
  const { ageway, age } = shop;
  const wineId = url.searchParams.get("wine");
  const returnUrl = `${shop.url}/checkout?wine=${encodeURIComponent(wineId ?? "nordlys")}#age`;
  const proof = proofOf(shop, session);
  return checkoutPage({ ageway, start: { deviceId: begin(session), age, returnUrl }, proof, wineId });
}

function proofOf(shop: Shop, session: Session): Proof {
  if (isConfirmed(session, shop)) return "confirmed";
  return (session.ageway as { asked?: true } | undefined)?.asked ? "not confirmed" : "unknown";
}
