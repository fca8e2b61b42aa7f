import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Ageway, confirmedUntil } from "./ageway.ts";
import { pageHeaders } from "./page.ts";
import { cataloguePage, checkoutPage, type Proof, thanksPage } from "./pages.ts";
import { SHOP_SCRIPT } from "./script.ts";

type Options = {
  port: number;
  host?: string;
  url?: string;
  agewayUrl: string;
  pluginKey: string;
  minimumAge?: number;
  patienceMs?: number;
};

type Shop = { url: string; ageway: Ageway; age: number; patienceMs?: number; proofs: Map<string, Date | null> };

const TOKEN = "token_age_verified";
/** As many visitors as are remembered at once; the one who came first is forgotten first. */
const MOST_VISITORS = 10_000;

export async function startShop({
  port,
  host,
  url,
  agewayUrl,
  pluginKey,
  minimumAge = 18,
  patienceMs,
}: Options): Promise<{ url: string; close(): Promise<void> }> {
  const shop: Shop = {
    url: url ?? "",
    ageway: { url: agewayUrl, pluginKey },
    age: minimumAge,
    proofs: new Map(),
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
  const visitor = readVisitor(request);
  const headers = { ...html, "Set-Cookie": visitor.cookies };
  if (url.pathname === "/checkout") {
    const tokens = url.searchParams.getAll(TOKEN);
    if (tokens.length > 0) return comeBack(shop, url, tokens, visitor, response);
    return void response.writeHead(200, headers).end(checkoutPage(checkout(shop, url, visitor)));
  }
  if (url.pathname === "/order" && request.method === "POST") {
    const isConfirmed = proofOf(shop, visitor) === "confirmed";
    return void (isConfirmed
      ? response.writeHead(200, headers).end(thanksPage())
      : response.writeHead(303, { ...headers, Location: "/checkout" }).end());
  }
  response.writeHead(404, { "Content-Type": "text/plain" }).end("Not found");
}

/** The visitor is back: the backend asks what the token proved, and the token leaves the address bar. */
async function comeBack(
  shop: Shop,
  url: URL,
  tokens: string[],
  visitor: Visitor,
  response: ServerResponse,
): Promise<void> {
  const until =
    tokens.length === 1
      ? await confirmedUntil(shop.ageway, tokens[0] ?? "", visitor.deviceId, shop.age, shop.patienceMs)
      : null;
  shop.proofs.set(visitor.session, until);
  const [oldest] = shop.proofs.keys();
  if (shop.proofs.size > MOST_VISITORS && oldest !== undefined) shop.proofs.delete(oldest);
  url.searchParams.delete(TOKEN);
  response
    .writeHead(303, {
      "Set-Cookie": visitor.cookies,
      "Referrer-Policy": "no-referrer",
      "Cache-Control": "no-store",
      Location: `${url.pathname}${url.search}`,
    })
    .end();
}

function checkout(shop: Shop, url: URL, visitor: Visitor) {
  const wineId = url.searchParams.get("wine");
  const returnUrl = `${shop.url}/checkout?wine=${encodeURIComponent(wineId ?? "nordlys")}#age`;
  return {
    ageway: shop.ageway,
    age: shop.age,
    proof: proofOf(shop, visitor),
    deviceId: visitor.deviceId,
    returnUrl,
    wineId,
  };
}

function proofOf({ proofs }: Shop, { session }: Visitor): Proof {
  const until = proofs.get(session);
  if (until === undefined) return "unknown";
  return until !== null && until > new Date() ? "confirmed" : "not confirmed";
}

type Visitor = { session: string; deviceId: string; cookies: string[] };

/** Cookies ignore ports, and on localhost the gateway is a neighbour: hence the names. The device id must be readable by the shop's script. */
function readVisitor(request: IncomingMessage): Visitor {
  const cookies = new Map(
    (request.headers.cookie ?? "").split(/; */).map((pair) => [pair.split("=")[0], pair.split("=")[1]] as const),
  );
  const session = isUuid(cookies.get("shop_session")) ?? randomUUID();
  const known = cookies.get("shop_device_id") ?? "";
  const deviceId = /^[A-Za-z0-9._~-]{8,128}$/.test(known) ? known : randomUUID();
  return {
    session,
    deviceId,
    cookies: [
      `shop_session=${session}; Path=/; HttpOnly; SameSite=Lax`,
      `shop_device_id=${deviceId}; Path=/; SameSite=Lax; Max-Age=31536000`,
    ],
  };
}

function isUuid(text: string | undefined): string | null {
  return text !== undefined && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text) ? text : null;
}
