import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Ageway, isConfirmed } from "./ageway.ts";
import { pageHeaders } from "./page.ts";
import { cataloguePage, checkoutPage, type Proof, SHOP_SCRIPT, thanksPage } from "./pages.ts";
import { readShopSession, type Session, shopSessionLine } from "./session.ts";

type Options = {
  port: number;
  host?: string;
  url?: string;
  agewayUrl: string;
  pluginKey: string;
  /** Signs the cookies, also after a restart. */
  secret: string;
  minimumAge?: number;
  patienceMs?: number;
};

type Shop = { url: string; ageway: Ageway; secret: string; age: number; patienceMs?: number };

const TOKEN = "token_age_verified";

export async function startShop({
  port,
  host,
  url,
  agewayUrl,
  pluginKey,
  secret,
  minimumAge = 18,
  patienceMs,
}: Options): Promise<{ url: string; close(): Promise<void> }> {
  const shop: Shop = {
    url: url ?? "",
    ageway: { url: agewayUrl, pluginKey },
    secret,
    age: minimumAge,
    ...(patienceMs !== undefined && { patienceMs }),
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
  const session = readShopSession(shop.secret, request.headers.cookie);
  const headers = { ...html, "Set-Cookie": shopSessionLine(shop.secret, session) };
  if (url.pathname === "/checkout") {
    const tokens = url.searchParams.getAll(TOKEN);
    if (tokens.length > 0) return comeBack(shop, url, tokens, session, response);
    return void response.writeHead(200, headers).end(checkoutPage(await checkout(shop, url, session)));
  }
  if (url.pathname === "/order" && request.method === "POST") {
    return void ((await proofOf(shop, session)) === "confirmed"
      ? response.writeHead(200, headers).end(thanksPage())
      : response.writeHead(303, { ...headers, Location: "/checkout" }).end());
  }
  response.writeHead(404, { "Content-Type": "text/plain" }).end("Not found");
}

/** The visitor is back: the session stores a token that says yes, and the redirect takes the token out of the address bar. */
async function comeBack(
  shop: Shop,
  url: URL,
  tokens: string[],
  session: Session,
  response: ServerResponse,
): Promise<void> {
  const [token = ""] = tokens;
  const isYes = tokens.length === 1 && (await answersYes(shop, { ...session, token }));
  url.searchParams.delete(TOKEN);
  response
    .writeHead(303, {
      "Set-Cookie": shopSessionLine(shop.secret, { ...session, token: isYes ? token : session.token || "no" }),
      "Referrer-Policy": "no-referrer",
      "Cache-Control": "no-store",
      Location: `${url.pathname}${url.search}`,
    })
    .end();
}

async function checkout(shop: Shop, url: URL, session: Session) {
  const wineId = url.searchParams.get("wine");
  const returnUrl = `${shop.url}/checkout?wine=${encodeURIComponent(wineId ?? "nordlys")}#age`;
  const proof = await proofOf(shop, session);
  return { ageway: shop.ageway, age: shop.age, proof, deviceId: session.deviceId, returnUrl, wineId };
}

async function proofOf(shop: Shop, session: Session): Promise<Proof> {
  if (session.token === "") return "unknown";
  return (await answersYes(shop, session)) ? "confirmed" : "not confirmed";
}

/** Does this token say yes to a check that this session started? */
async function answersYes({ ageway, age, patienceMs }: Shop, { token, deviceId }: Session): Promise<boolean> {
  return token !== "no" && (await isConfirmed(ageway, token, deviceId, age, patienceMs));
}
