import type { Blanks } from "./snippets.ts";

export const node = ({ ageway, key, provider, page }: Blanks) => `// shop.mjs: start it with "node shop.mjs"
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";

const AGEWAY = "${ageway}";
const KEY = "${key}";
const PAGE = "${page}"; // where visitors come back to
const sessions = new Map(); // your shop has its own

// Anything but a clear yes is a no.
async function isAdult(token, device) {
  const path = [token, device].map(encodeURIComponent).join("/");
  const url = AGEWAY + "/api/auth_check/" + path + "?plugin_key=" + KEY;
  const answer = await fetch(url, { signal: AbortSignal.timeout(5000) });
  if (answer.status !== 200) return false;
  const proof = await answer.json();
  return proof.verified === true && proof.age >= 18;
}

createServer(async (request, response) => {
  const cookies = new URLSearchParams((request.headers.cookie ?? "").replaceAll("; ", "&"));
  const known = sessions.get(cookies.get("shop_session"));
  const session = known ?? { id: randomUUID(), device: randomUUID(), isAdult: false };
  sessions.set(session.id, session);
  response.setHeader("Set-Cookie", "shop_session=" + session.id + "; Path=/; HttpOnly; SameSite=Lax");
  const device = cookies.get("device_id") ?? session.device; // the script tag's, or our own
  const token = new URLSearchParams(request.url.split("?")[1]).get("token_age_verified");
  if (token !== null) {
    session.isAdult ||= await isAdult(token, device).catch(() => false);
    return response.writeHead(303, { Location: PAGE }).end(); // without the token
  }
  const path = [KEY, device, "18"].map(encodeURIComponent).join("/");
  const start = AGEWAY + "/api/url_generator_${provider}/" + path + "?domain=" + encodeURIComponent(PAGE);
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  response.end(session.isAdult ? "<h1>Welcome</h1>" : '<a href="' + start + '">Confirm that you are 18 or over</a>');
}).listen(process.env.PORT ?? 8080);
`;
