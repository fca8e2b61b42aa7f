import type { IncomingMessage } from "node:http";
import { addressOf, cleaned } from "../../server/src/address.ts";
import { redirect } from "../../server/src/closed.ts";
import { createGate } from "../../server/src/gate.ts";
import { askedIn } from "./asked.ts";
import { withoutParameters } from "./match.ts";
import { isAmong } from "./proxies.ts";
import type { GateSettings } from "./settings.ts";

export type GateAnswer = { status: number; headers: Record<string, string>; body: string };

const plain = (status: number, body = ""): GateAnswer => ({
  status,
  headers: { "Cache-Control": "no-store", ...(body && { "Content-Type": "text/plain; charset=utf-8" }) },
  body,
});
const YES = plain(200);
const NO = plain(401);

/** Stands for the parameters of a visit that are gated: a path that no shop has. */
const PARAMETERS = "/ageway-parameters";

/** Answers a proxy: 200 alone lets its visitor pass. */
export function createProxyGate(settings: GateSettings): (request: IncomingMessage) => Promise<GateAnswer> {
  const { origin, proxies, session, ageway, age, named, returnTo, provider, language } = settings;
  const gate = createGate<IncomingMessage>({
    ...{ ageway, age, session, origin, returnTo },
    match: (path) => path === PARAMETERS || named.isPath(path),
    ...(provider && { provider }),
    ...(language && { language }),
    visitor: visitorOf,
  });
  const home = returnTo && addressOf(returnTo).path;

  return async (request) => {
    const { method = "", url = "" } = request;
    if (url === "/health") return plain(200, "ok\n");
    if (!isAmong(proxies, request.socket.remoteAddress)) return plain(403, "TRUSTED_PROXIES does not name you.\n");
    const header = (name: string) => request.headers[name]?.toString();
    const asked = askedIn(method, url, header);
    if (asked === null) return plain(404, "Proxies ask at /check or /auth-request.\n");
    if (asked === "unsaid")
      return plain(400, "The proxy does not say, in one header each, what the visitor asks for.\n");
    const { wants, target } = asked;
    const address = addressOf(target);
    const routed = [withoutParameters(address.path), ...(named.hasParameter(target) ? [PARAMETERS] : [])];
    const said = await gate({ request, method: asked.method, target, routed, origin, header });
    const isAnsweredHere = (isGated: boolean) => (isGated || address.path === home) && isForGate(target);
    if (wants === "verdict") return said.pass && !isAnsweredHere(said.isGated) ? YES : NO;
    if (said.pass && wants === "answer") return YES;
    const { status, headers, body } = said.pass ? redirect(cleaned(address)) : said;
    const to = headers.Location;
    // Traefik takes a path for one of the gate's own.
    return { status, body, headers: to === undefined ? headers : { ...headers, Location: new URL(to, origin).href } };
  };
}

/** Is it a way back, or a wish to start? The shop need not see them. */
function isForGate(target: string): boolean {
  return /[?&](?:token_age_verified=|age_check=start(?:&|$))/.test(target);
}

/** The last address is the one that the proxy itself has written. */
function visitorOf({ headers }: IncomingMessage): string | undefined {
  return headers["x-forwarded-for"]?.toString().split(",").at(-1)?.trim();
}
