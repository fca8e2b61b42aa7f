import { createHash, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { closeServer, listen } from "./broken-shops/shop.ts";

export const RUN_KEY = "pk_test_run";
export const RUN_SECRET = "secret-of-the-run";

type Check = { deviceId: string; returnUrl: string };
type Token = { deviceId: string; order: string; seconds: number; issuedAt: number };

/** The addresses of a run, and what they answer, without a database behind them. */
export async function startRun({ isHangRefused = false } = {}) {
  const checks = new Map<string, Check>();
  const tokens = new Map<string, Token>();
  let base = "";
  const server = createServer(async (request, response) => {
    const at = new URL(request.url ?? "/", base);
    if (at.pathname === "/doctor") {
      const { shop } = JSON.parse(await bodyOf(request));
      if (new URL(shop).hostname !== "localhost")
        return void json(response, 403, { reason: "domain_not_verified", title: "Domain not verified" });
      const expires_at = new Date(Date.now() + 86_400_000).toISOString();
      return void json(response, 201, { address: `${base}/doctor/run`, secret: RUN_SECRET, expires_at });
    }
    const path = at.pathname.replace("/doctor/run", "");
    const [, provider, , deviceId = ""] = /^\/api\/url_generator_([sb])\/([^/]+)\/([^/]+)\/18$/.exec(path) ?? [];
    if (provider) {
      const session = randomBytes(12).toString("base64url");
      checks.set(session, { deviceId, returnUrl: at.searchParams.get("domain") ?? "" });
      const url = `${base}/doctor/run/verify/${provider}?session=${session}`;
      if (request.headers["sec-fetch-mode"] !== "navigate") return void json(response, 200, { url });
      return void response.writeHead(303, { Location: url }).end();
    }
    if (path.startsWith("/verify/")) {
      const { session, case: order, secret, seconds = 3 } = JSON.parse(await bodyOf(request));
      const check = checks.get(session);
      if (secret !== RUN_SECRET || check === undefined) return void response.writeHead(403).end();
      const token = randomBytes(32).toString("base64url");
      tokens.set(token, { deviceId: check.deviceId, order, seconds, issuedAt: Date.now() });
      const url = new URL(check.returnUrl);
      url.searchParams.set("token_age_verified", token);
      const device = createHash("sha256").update(check.deviceId).digest("hex").slice(0, 16);
      const given = { return_url: url.href, token, device, age: 18, start: { by: "browser" } };
      return void json(response, 200, { ...given, hang_refused: isHangRefused && order !== "hang" });
    }
    const [, token = "", device = ""] = /^\/api\/auth_check\/([^/]*)\/([^/]*)$/.exec(path) ?? [];
    const known = tokens.get(decodeURIComponent(token));
    if (!known || known.deviceId !== decodeURIComponent(device)) return void json(response, 404, NO);
    if (known.order === "hang" && isHangRefused) return void json(response, 503, NO);
    answer(response, known, at.searchParams.has("plugin_key"));
  });
  base = await listen(server);
  return { base, address: `${base}/doctor/run`, close: () => closeServer(server) };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request) body += chunk;
  return body;
}

const NO = { age: null, verified: false };

function answer(response: ServerResponse, { order, issuedAt, seconds }: Token, namesKey: boolean) {
  const expires = (ms: number) => ({ mode: "test", expires_at: new Date(issuedAt + ms).toISOString() });
  const yes = { age: 18, verified: true, minimum_age: 18, provider: "s", ...expires(1_800_000) };
  if (order === "yes") return json(response, 200, yes);
  if (order === "no") return json(response, 200, { ...NO, provider: "s", ...expires(1_800_000) });
  if (order === "sixteen") return json(response, 200, { ...yes, age: 16, minimum_age: 16 });
  if (order === "another_key") return namesKey ? json(response, 404, NO) : json(response, 200, yes);
  if (order.startsWith("status_")) return json(response, Number(order.slice(7)), NO);
  if (order === "hang") return setTimeout(() => json(response, 503, NO), 20_000).unref();
  if (order === "nonsense_page") return response.writeHead(200, { "Content-Type": "text/html" }).end("<h1>18</h1>");
  if (order === "nonsense_json") return json(response, 200, { age: "18", verified: "true" });
  if (order === "brief_yes")
    return Date.now() - issuedAt < seconds * 1_000
      ? json(response, 200, { ...yes, ...expires(seconds * 1_000) })
      : json(response, 404, NO);
  const text = JSON.stringify(yes);
  response.writeHead(200, { "Content-Type": "application/json", "Content-Length": text.length });
  response.write(text.slice(0, 40), () => response.destroy());
}

function json(response: ServerResponse, status: number, body: unknown) {
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
}
