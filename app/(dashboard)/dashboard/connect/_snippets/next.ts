import type { Blanks } from "./blanks.ts";

export const next = ({
  ageway,
  key,
  provider,
  age,
  page,
  path,
  cookie,
}: Blanks) => `// app${path === "/" ? "" : path}/route.ts
import { createHmac, randomBytes, randomUUID, timingSafeEqual } from "node:crypto";

const { AGEWAY_URL = "${ageway}", AGEWAY_KEY: KEY = "${key}" } = process.env;
const HEADERS = { "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" };
const PAGE = "${page}"; // where visitors come back to: this route
const { SHOP_SECRET, AGEWAY_SECRET } = process.env; // signs the cookies, also in another process; unlocks a locked key
const SIGNS = SHOP_SECRET || randomBytes(32);

async function ask(path: string[], query: Record<string, string>) {
  const url = AGEWAY_URL + "/api/" + path.map(encodeURIComponent).join("/") + "?" + new URLSearchParams(query);
  const headers: HeadersInit = AGEWAY_SECRET ? { Authorization: "Bearer " + AGEWAY_SECRET } : {};
  const answer = await fetch(url, { headers, cache: "no-store", signal: AbortSignal.timeout(5000) }).catch(() => null);
  return answer?.status === 200 ? await answer.json().catch(() => null) : null;
}
async function isAdult(token: string, device: string) { // anything but a clear yes is a no
  const proof = await ask(["auth_check", token, device], { plugin_key: KEY });
  return proof?.verified === true && Number.isInteger(proof.age) && proof.age >= ${age};
}
const sign = (text: string) => createHmac("sha256", SIGNS).update(text).digest("base64url");
function sessionOf(request: Request) { // the device id of this visitor's own checks, and the token that said yes
  const cookies = request.headers.get("cookie") ?? "";
  const [, text = "", device = "", token = "", mac = ""] =
    /\\bage=(([\\w-]+)\\.([\\w-]*))\\.([\\w-]{43})(?:;|$)/.exec(cookies) ?? [];
  const isOurs = mac !== "" && timingSafeEqual(Buffer.from(mac), Buffer.from(sign(text)));
  return isOurs ? { device, token } : { device: randomUUID(), token: "" };
}
function leaveTo(url: string, session: string | null) {
  const headers = new Headers({ ...HEADERS, Location: url });
  if (session) headers.set("Set-Cookie", "age=" + session + "." + sign(session) + "; ${cookie}");
  return new Response(null, { status: 303, headers });
}
export async function POST(request: Request) { // only a press starts a check
  const { device, token } = sessionOf(request);
  const made = await ask(["url_generator_${provider}", KEY, device, "${age}"], { domain: PAGE });
  return leaveTo(made?.url ?? PAGE, device + "." + token);
}
export async function GET(request: Request) {
  const { device, token } = sessionOf(request);
  const back = new URL(request.url).searchParams.get("token_age_verified");
  if (back !== null) // keep a token that says yes, and take it out of the address
    return leaveTo(PAGE, (await isAdult(back, device)) ? device + "." + back : null);
  const isWelcome = token !== "" && (await isAdult(token, device)); // asked anew for its 30 minutes
  const form = '<form method="post"><button>Confirm that you are ${age}+</button></form>';
  const headers = { ...HEADERS, "Content-Type": "text/html; charset=utf-8" };
  return new Response(isWelcome ? "<h1>Welcome</h1>" : form, { headers });
}
`;
