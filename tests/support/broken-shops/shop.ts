import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export const PROTECTED = "Place order";
const TOKEN = "token_age_verified";
/** Long enough for an answer on a busy machine, and shorter than a walk waits. */
export const PATIENCE_MS = 3_000;

/** `isNew`: this request brought none. */
export type ShopSession = { deviceId: string; until: number; isNew: boolean; state?: string };

/** What `auth_check` answered, as far as it came. */
type Answer = { status: number; text: string };

/** Where the shop's code may be wrong. Each fault replaces some of these, as a real shop has them wrong. */
export type Parts = {
  newSession(): ShopSession;
  returnUrl(shop: string, session: ShopSession): string;
  /** `null`: the visitor brings no token. */
  tokenIn(query: URLSearchParams): string | null;
  deviceOf(session: ShopSession, query: URLSearchParams): string | null;
  question(token: string, deviceId: string, key: string): string;
  /** Until when the visitor is let in; 0: not. */
  untilOf(answer: Answer, age: number): number;
  onFault(error: Error): number;
  /** Before anybody is asked; `null`: ask. */
  believes(token: string): number | null;
  isAdmitted(session: ShopSession): boolean;
  headers: Record<string, string>;
  returnHeaders: Record<string, string>;
  /** Where the return leads. */
  home: string;
  /** Where other paths lead. */
  redirects: Record<string, string>;
  sameSite: "Lax" | "Strict";
  /** Whether the return is answered with the page itself. */
  staysAtToken: boolean;
  /** How long it takes over an answer. */
  delayMs: number;
  head: string;
};

export const SOUND: Parts = {
  newSession: () => ({ deviceId: randomUUID(), until: 0, isNew: true }),
  returnUrl: (shop) => `${shop}/checkout?wine=1`,
  tokenIn(query) {
    const tokens = query.getAll(TOKEN);
    return tokens.length === 1 ? (tokens[0] ?? null) : null;
  },
  deviceOf: ({ deviceId }) => deviceId,
  question: (token, deviceId, key) =>
    `/api/auth_check/${encodeURIComponent(token)}/${encodeURIComponent(deviceId)}?plugin_key=${key}`,
  untilOf({ status, text }, age) {
    if (status !== 200) return 0;
    const { verified, age: confirmed, expires_at: expiresAt } = JSON.parse(text);
    const isYes = verified === true && Number.isInteger(confirmed) && confirmed >= age;
    return isYes ? Math.min(Date.parse(expiresAt), Date.now() + 30 * 60_000) : 0;
  },
  onFault: () => 0,
  believes: () => null,
  isAdmitted: ({ until }) => until > Date.now(),
  headers: { "Cache-Control": "private, no-store" },
  returnHeaders: { "Referrer-Policy": "no-referrer" },
  home: "/checkout",
  redirects: {},
  sameSite: "Lax",
  staysAtToken: false,
  delayMs: 0,
  head: "",
};

/** `page`: a page with a link to `/start`. `gate`: the page itself leads to the check. */
export type Kind = "page" | "gate";

/** A shop on plain `node:http`. Point it at a run once that is open: the run is made for its address. */
export async function startBrokenShop(fault: Partial<Parts> = {}, kind: Kind = "page", port = 0) {
  const shop = { ...SOUND, ...fault };
  const sessions = new Map<string, ShopSession>();
  const requests: { method: string; url: string; headers: IncomingMessage["headers"] }[] = [];
  let [ageway, key, url] = ["", "", ""];

  async function untilOf(token: string, session: ShopSession, query: URLSearchParams): Promise<number> {
    const deviceId = shop.deviceOf(session, query);
    if (deviceId === null) return 0;
    try {
      const believed = shop.believes(token);
      if (believed !== null) return believed;
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const answer = await fetch(`${ageway}${shop.question(token, deviceId, key)}`, { signal });
      return shop.untilOf({ status: answer.status, text: await answer.text() }, 18);
    } catch (error) {
      return shop.onFault(error as Error);
    }
  }

  function startOf(session: ShopSession): string {
    const home = encodeURIComponent(shop.returnUrl(url, session));
    return `${ageway}/api/url_generator_s/${key}/${session.deviceId}/18?domain=${home}`;
  }

  function pageFor(session: ShopSession, response: ServerResponse, headers: Record<string, string>) {
    if (kind === "gate" && !shop.isAdmitted(session))
      return response.writeHead(303, { ...headers, Location: startOf(session) }).end();
    const content = shop.isAdmitted(session)
      ? `<form method="post" action="/order"><button>${PROTECTED}</button></form>`
      : '<a id="start" href="/start">Confirm</a>';
    response.writeHead(200, { ...headers, ...shop.headers, "Content-Type": "text/html" });
    response.end(`<!doctype html><html><head>${shop.head}</head><body>${content}</body></html>`);
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const at = new URL(request.url ?? "/", url);
    const [, known = ""] = /(?:^|; )shop=([\w-]+)/.exec(request.headers.cookie ?? "") ?? [];
    const id = sessions.has(known) ? known : randomUUID();
    const session = sessions.get(id) ?? shop.newSession();
    session.isNew = id !== known;
    sessions.set(id, session);
    // As a shop on the internet does: a browser takes it from localhost, too.
    const cookie = { "Set-Cookie": `shop=${id}; Path=/; HttpOnly; Secure; SameSite=${shop.sameSite}` };
    if (at.pathname === "/age.js") return void response.end('fetch("/api/auth_check/" + token + "/" + device)');
    if (at.pathname === "/start") return void response.writeHead(303, { ...cookie, Location: startOf(session) }).end();
    const further = shop.redirects[at.pathname];
    if (further) return void response.writeHead(303, { Location: further }).end();
    if (at.pathname !== "/checkout") return void response.writeHead(404).end();
    const token = shop.tokenIn(at.searchParams);
    if (token === null) return void pageFor(session, response, cookie);
    session.until = Math.max(
      shop.isAdmitted(session) ? session.until : 0,
      await untilOf(token, session, at.searchParams),
    );
    const headers = { ...cookie, ...shop.returnHeaders };
    if (shop.staysAtToken) return void pageFor(session, response, headers);
    response.writeHead(303, { ...headers, "Cache-Control": "no-store", Location: shop.home }).end();
  }

  const server = createServer((request, response) => {
    requests.push({ method: request.method ?? "", url: request.url ?? "", headers: request.headers });
    setTimeout(() => answer(request, response).catch(() => response.writeHead(500).end()), shop.delayMs);
  });
  url = await listen(server, port);
  return {
    /** The protected page. */
    url: `${url}/checkout`,
    requests,
    /** What was ordered. */
    orders: () => requests.filter(({ method }) => method !== "GET").length,
    pointAt(address: string, pluginKey: string) {
      [ageway, key] = [address, pluginKey];
    },
    close: () => closeServer(server),
  };
}

export async function listen(server: Server, port = 0): Promise<string> {
  await new Promise<void>((done) => server.listen(port, "localhost", done));
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

export async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
}
