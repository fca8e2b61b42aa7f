import {
  type Address,
  addressOf,
  asksToStart,
  below,
  cleaned,
  isPlain,
  tokenIn,
  wholeAddress,
  withStart,
} from "./address.ts";
import type { Ageway, Start } from "./ageway.ts";
import { type ClosedAnswer, type ClosedPage, json, nothing, page, plainPage, redirect } from "./closed.ts";
import { keepPrivate, type NodeResponse } from "./keep-private.ts";
import type { Started } from "./link.ts";
import { type Header, isByPerson, type Load, loadOf } from "./load.ts";
import { type Match, matcher } from "./match.ts";
import { type OpenSession, openSession, type SessionOption } from "./open-session.ts";
import { type Checked, isMinimumAge, MINIMUM_AGES, type MinimumAge, type WhyNotAllowed } from "./proof.ts";
import { begin, beginAnew, deviceIdsIn, isConfirmed, keep, type Session, send, stateIn } from "./session.ts";
import { visitorsBy } from "./visitor-address.ts";

export type GateOptions<Incoming> = {
  ageway: Ageway;
  age: MinimumAge;
  match?: Match;
  session: SessionOption<Incoming>;
  origin?: string | undefined;
  returnTo?: string | undefined;
  provider?: "s" | "b";
  language?: Start["language"];
  visitor?: (request: Incoming) => string | null | undefined;
  page?: (closed: ClosedPage) => string;
  onClosed?: (why: Extract<Checked, { allowed: false }> | Extract<Started, { started: false }>) => void;
};

export type Visit<Incoming> = {
  request: Incoming;
  method: string;
  /** Path and query, as they arrived */
  target: string;
  /** By which the framework may route. One that is gated gates the visit. */
  routed?: readonly string[];
  /** Of the router */
  mount?: string;
  /** `https://shop.example`, as the request says */
  origin: string;
  header: Header;
  /** The visitor's, or that of the proxy before the shop */
  address?: string | undefined;
};

export type NodeRequest = {
  method: string;
  originalUrl: string;
  protocol: string;
  ip?: string | undefined;
  headers: Record<string, string | string[] | undefined>;
};

/** `session` is the request's unless told. */
export type NodeGateOptions<Incoming> = Omit<GateOptions<Incoming>, "session"> & { session?: SessionOption<Incoming> };

/**
 * `pass`: the shop answers. What is gated is of one visitor: `keepPrivate` and `privately` keep it, and what a closed gate answers,
 * out of shared caches.
 */
export type Gated = { pass: true; isGated: boolean } | ({ pass: false } & ClosedAnswer);

/** No answer about the token came: it may still be a yes. */
const OUTAGES: readonly (string | null)[] = ["unavailable", "timeout", "rate_limited", "answer_invalid"];

/** Closed, except to a session with a yes. No fault of the API opens it. */
export function createGate<Incoming>(options: GateOptions<Incoming>): (visit: Visit<Incoming>) => Promise<Gated> {
  const { ageway, age, onClosed = warn } = options;
  if (!isMinimumAge(age)) throw new TypeError(`age must be ${MINIMUM_AGES.join(" or ")}`);
  const origin = options.origin?.replace(/\/$/, "");
  if (origin !== undefined && wholeAddress(origin, "/") === null)
    throw new TypeError("origin must be such as https://shop.example");
  const home = options.returnTo === undefined ? null : new URL(options.returnTo, "http://shop");
  const isGated = matcher(options.match);
  const isHome = (path: string) => home?.pathname === path;
  const visitorOf = visitorsBy(options.visitor);
  /** Counts the programs that were told to start at `returnTo`, where nobody has come yet. */
  let [isHomeSeen, told] = [home === null, 0];

  return async (visit) => {
    if (!isPlain(visit.target)) return { pass: false, ...nothing(400) };
    const address = addressOf(visit.target);
    const load = loadOf(visit.method, visit.header);
    const paths = [address.path, ...(visit.routed ?? []).map((routed) => addressOf(routed).path)];
    const gated = paths.some((path) => [path, ...below(path, visit.mount ?? "")].some(isGated));
    isHomeSeen ||= isHome(address.path);
    const comes = visit.method === "GET" && load !== "silent" && (gated || isHome(address.path));
    const token = comes ? tokenIn(address) : undefined;
    const asks = comes && asksToStart(address) && isByPerson(load, visit.header);
    if (!gated && !asks && token === undefined) return { pass: true, isGated: false };
    const shop = origin ?? visit.origin;
    const opened = await openSession(options.session, { ...visit, isHttps: shop.startsWith("https:") });
    const { session } = opened;
    const closed = async (answer: ClosedAnswer): Promise<Gated> => {
      const cookie = await opened.setCookie();
      return { pass: false, ...answer, headers: { ...answer.headers, ...(cookie && { "Set-Cookie": cookie }) } };
    };
    if (token !== undefined) {
      const why = await takeToken(token, opened);
      const own = `${address.path}?${address.parameters.join("&")}`;
      const isPage = load !== "program";
      // The address itself, since a cookie that is `Strict` comes with a press. If not even then, another check is wanted.
      if (isPage && why === "no_device" && !asks) return closed(pageOf("lost", withStart(own)));
      if (OUTAGES.includes(why) && !isConfirmed(session, options))
        return closed(isPage ? pageOf("unavailable", own) : json(age, null));
      if (!isPage || why !== "no_device") return closed(redirect(cleaned(address)));
    }
    if (isConfirmed(session, options)) return asks ? closed(redirect(cleaned(address))) : { pass: true, isGated: true };
    if (load === "silent") return closed(nothing());

    const returnUrl = returnUrlOf(address, visit, load, shop);
    if (returnUrl === null) return closed(pageOf("unavailable", null));
    const state = stateIn(session);
    // A start costs a locked key a call, so a visitor whose first request is the link sees the page first.
    const startsNow = asks && (state !== null || !ageway.isLocked);
    // What another site made of a link or a script may cost nothing.
    const isFree = !ageway.isLocked && options.provider !== "b";
    const comesItself = load === "navigation" && (isFree || visit.header("sec-fetch-site") !== "cross-site");
    if (startsNow || (comesItself && !state?.asked && !state?.sent)) {
      const started = await startFor(session, returnUrl, visit);
      if (started.started) return closed(redirect(started.url));
      onClosed(started);
      return closed(pageOf("unavailable", withStart(pathOf(returnUrl)), started.reason));
    }
    if (ageway.isLocked && load === "page") begin(session);
    const start = withStart(pathOf(returnUrl));
    if (load === "program") {
      if (!isHomeSeen && ++told === 3) console.warn(`Ageway: nobody comes to ${home?.pathname}, does the gate see it?`);
      return closed(json(age, new URL(start, returnUrl).href));
    }
    return closed(pageOf(state?.asked ? "asked" : asks ? "lost" : "closed", start));
  };

  /** Why it is no yes; `null` where it is one. */
  async function takeToken(token: string | string[], opened: OpenSession): Promise<WhyNotAllowed | null> {
    const [last = null, before] = deviceIdsIn(opened.session);
    let [deviceId, checked] = [last, await ageway.check({ token, deviceId: last, age })];
    if (before !== undefined && !checked.allowed && checked.why === "token_unknown")
      [deviceId, checked] = [before, await ageway.check({ token, deviceId: before, age })];
    const why = checked.allowed ? null : checked.why;
    if (!checked.allowed) onClosed(checked);
    if (deviceId === null) return "no_device";
    // Signed out meanwhile, or another session by now: then nothing is stored.
    const now = await opened.reload();
    if (now === null || !deviceIdsIn(now).includes(deviceId) || OUTAGES.includes(why)) return why;
    const renewed = checked.allowed ? await opened.renew() : now;
    if (renewed !== null) keep(renewed, checked, options);
    return why;
  }

  async function startFor(session: Session, returnUrl: string, visit: Visit<Incoming>): Promise<Started> {
    const was = session.ageway;
    const deviceId = send(session);
    if (!ageway.isLocked) return { started: true, url: ageway.startUrl(wanted(deviceId, returnUrl)) };
    const visitor = visitorOf(visit);
    let started = await ageway.start({ ...wanted(deviceId, returnUrl), visitor });
    // A proof exists that this session has not heard of, and nobody else's answer may count for it.
    if (!started.started && started.reason === "already_verified")
      started = await ageway.start({ ...wanted(beginAnew(session), returnUrl), visitor });
    if (!started.started) session.ageway = was ?? session.ageway;
    return started;
  }

  function wanted(deviceId: string, returnUrl: string): Start {
    const { provider, language } = options;
    return { deviceId, age, returnUrl, ...(provider && { provider }), ...(language && { language }) };
  }

  /** A page that shows itself again, or else the page that a form or a script was on. `null`: `shop` is no origin. */
  function returnUrlOf(address: Address, visit: Visit<Incoming>, load: Load, shop: string): string | null {
    const own = wholeAddress(shop, cleaned(address));
    if (own === null) return null;
    if (options.returnTo !== undefined) return new URL(options.returnTo, own).href;
    const from = visit.method === "GET" && load !== "program" ? null : addressIn(visit.header("referer"));
    const isOurs = from?.origin === new URL(own).origin && isGated(from.pathname);
    return isOurs ? wholeAddress(from.origin, cleaned(addressOf(from.href))) : own;
  }

  function pageOf(state: ClosedPage["state"], start: string | null, reason: string | null = null): ClosedAnswer {
    const closed = { age, state, start };
    return page(closed, (options.page ?? plainPage)(closed), reason);
  }
}

/** For a request of Node, with its session. The answer to what is gated is kept out of shared caches. */
export function createNodeGate<Incoming extends NodeRequest>(options: NodeGateOptions<Incoming>) {
  const gate = createGate<Incoming>({ session: (request) => (request as { session?: object }).session, ...options });
  return async (
    request: Incoming,
    response: NodeResponse,
    routing: Pick<Visit<Incoming>, "routed" | "mount"> = {},
  ): Promise<Gated> => {
    const { method, originalUrl: target, protocol, ip: address, headers } = request;
    const header = (name: string) => headers[name]?.toString();
    const origin = `${protocol}://${header("host")}`;
    const answer = await gate({ request, method, target, origin, header, address, ...routing });
    if (!answer.pass || answer.isGated) keepPrivate(response);
    return answer;
  };
}

/** Leaves out what visitors do. */
function warn({ why }: { why: string }): void {
  if (!/^(?:no_|token|not_c|exp)/.test(why)) console.warn(`Ageway: ${why}`);
}

function addressIn(text: string | null | undefined): URL | null {
  try {
    return new URL(text ?? "");
  } catch {
    return null;
  }
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname.replace(/^\/+/, "/") + search;
}
