import type { Blanks } from "./blanks.ts";

export const node = ({
  ageway,
  key,
  provider,
  age,
  page,
  path,
  port,
  cookie,
}: Blanks) => `// age.mjs: start it with "node age.mjs"; in Express: app.all("${path}", age)
import { createHmac, randomBytes, randomUUID, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

const { AGEWAY_URL = "${ageway}", AGEWAY_KEY: KEY = "${key}" } = process.env;
const PAGE = "${page}"; // where visitors come back to
const { SHOP_SECRET, AGEWAY_SECRET } = process.env; // signs the cookies, also after a restart; unlocks a locked key
const SIGNS = SHOP_SECRET || randomBytes(32);

function ask(path, query) {
  const url = AGEWAY_URL + "/api/" + path.map(encodeURIComponent).join("/") + "?" + new URLSearchParams(query);
  const headers = AGEWAY_SECRET ? { Authorization: "Bearer " + AGEWAY_SECRET } : {};
  return fetch(url, { headers, signal: AbortSignal.timeout(5000) });
}
async function isAdult(token, device) { // anything but a clear yes is a no
  const answer = await ask(["auth_check", token, device], { plugin_key: KEY });
  const proof = answer.status === 200 ? await answer.json() : {};
  return proof.verified === true && Number.isInteger(proof.age) && proof.age >= ${age};
}
const sign = (text) => createHmac("sha256", SIGNS).update(text).digest("base64url");
function sessionOf(cookies = "") { // the device id of this visitor's own checks, and the token that said yes
  const [, text, device, token, mac] = /\\bage=(([\\w-]+)\\.([\\w-]*))\\.([\\w-]{43})(?:;|$)/.exec(cookies) ?? [];
  return mac && timingSafeEqual(Buffer.from(mac), Buffer.from(sign(text))) ? { device, token } : {};
}
export async function age(request, response) {
  const leaveTo = (url, text) => {
    if (text) response.setHeader("Set-Cookie", "age=" + text + "." + sign(text) + "; ${cookie}");
    response.writeHead(303, { Location: url }).end();
  };
  response.setHeader("Cache-Control", "no-store").setHeader("Referrer-Policy", "no-referrer");
  const { device = randomUUID(), token = "" } = sessionOf(request.headers.cookie);
  const back = new URLSearchParams(request.url.split("?")[1]).get("token_age_verified");
  if (back !== null) // keep a token that says yes, and take it out of the address
    return leaveTo(PAGE, (await isAdult(back, device).catch(() => false)) && device + "." + back);
  if (request.method === "POST") { // only a press starts a check
    const answer = await ask(["url_generator_${provider}", KEY, device, "${age}"], { domain: PAGE }).catch(() => null);
    return answer?.status === 200 ? leaveTo((await answer.json()).url, device + "." + token) : leaveTo(PAGE);
  }
  const isWelcome = token && (await isAdult(token, device).catch(() => false)); // asked anew for its 30 minutes
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  response.end(isWelcome ? "<h1>Welcome</h1>" : '<form method="post"><button>Confirm that you are ${age}+</button></form>');
}
createServer(age).listen(process.env.PORT ?? ${port}); // not in Express
`;
