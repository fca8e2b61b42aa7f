import { CookieJar } from "tough-cookie";
import { type Start, shows, startOn } from "./page.rules.ts";
import { type Answer, ask, Exhausted, type Shop, Stuck } from "./shop.ts";

/**
 * Where a walk through the shop ended: on an answer of the shop, at an address of the run, or before an address that
 * the gate test does not go to. `answers`: all of the shop's on the way.
 */
export type Visit = { answers: Answer[]; place: "shop" | "run" | "elsewhere"; url: string };

type Opened = { method?: "GET" | "POST"; body?: string; isFromOutside?: boolean; patienceMs?: number };

const MAX_REDIRECTS = 5;
/** As many as Chromium keeps of one site. */
const MAX_COOKIES = 180;

/** A visitor with a browser of their own: a jar of cookies, and what a browser's navigation sends. */
export class Visitor {
  readonly #shop: Shop;
  readonly #jar = new CookieJar();
  /** Where this visitor is. */
  #at: Visit | null = null;

  constructor(shop: Shop) {
    this.#shop = shop;
  }

  /** Goes to an address of the shop and follows its redirects, as long as they stay in the shop. */
  async open(url: string, { method = "GET", body, isFromOutside = false, patienceMs }: Opened = {}): Promise<Visit> {
    const visit: Visit = { answers: [], place: "shop", url };
    let request = { method, ...(body !== undefined && { body }) };
    for (let redirects = 0; ; redirects++) {
      const answer = await this.#askShop(visit.url, request, isFromOutside, patienceMs);
      visit.answers.push(answer);
      const location = answer.headers.get("Location");
      if (answer.status < 300 || answer.status > 399 || location === null || !URL.canParse(location, visit.url)) break;
      if (redirects === MAX_REDIRECTS) {
        answer.flaw ??= `the shop redirects more than ${MAX_REDIRECTS} times`;
        break;
      }
      if (answer.status !== 307 && answer.status !== 308) request = { method: "GET" };
      visit.url = new URL(location, visit.url).href;
      visit.place = placeOf(this.#shop, visit.url);
      if (visit.place !== "shop") break;
    }
    this.#at = visit;
    return visit;
  }

  /** Starts a check, from where the visitor is if a check can be started there. Answers where that leads. */
  async begin(): Promise<Visit> {
    let here = this.#at ?? (await this.open(this.#shop.url));
    for (let tries = 1; ; tries++) {
      const begun = await this.#useStart(here);
      if (begun) return begun;
      // A shop may show another page to a visitor who brings its cookie. A page that did not load is not asked for again.
      if (tries === 2 || here.answers.at(-1)?.flaw) return here;
      here = await this.open(this.#shop.url);
    }
  }

  /** Reads a script of the page, without following it anywhere. */
  read(url: string): Promise<Answer> {
    return this.#askShop(url, { method: "GET" }, false);
  }

  /** Does a check start from here without a request of the shop? */
  get isAtRun(): boolean {
    const start = this.#at && this.#startAt(this.#at);
    return start !== null && placeOf(this.#shop, start.url) === "run";
  }

  /** `null`: no check starts here. */
  async #useStart(visit: Visit): Promise<Visit | null> {
    const start = this.#startAt(visit);
    if (start === null || visit.place !== "shop") return start && visit;
    const place = placeOf(this.#shop, start.url);
    return place === "shop" ? this.open(start.url, start) : { answers: [], place, url: start.url };
  }

  #startAt({ place, url, answers }: Visit): Start | null {
    if (place !== "shop") return { method: "GET", url };
    const page = answers.at(-1);
    // What is on an open page may be an order.
    if (page === undefined || shows(page.text, this.#shop.protects)) return null;
    return startOn(page.text, page.url, this.#shop.start, this.#shop.address);
  }

  async #askShop(
    url: string,
    request: { method: "GET" | "POST"; body?: string },
    isFromOutside: boolean,
    patienceMs?: number,
  ) {
    if (placeOf(this.#shop, url) !== "shop") throw new Stuck(`The gate test does not go to ${url}.`);
    if (this.#shop.left === 0) throw new Exhausted();
    this.#shop.left -= 1;
    const cookies = await this.#jar.getCookieString(url, { sameSiteContext: isFromOutside ? "lax" : "strict" });
    const site = isFromOutside ? "cross-site" : this.#at === null ? "none" : "same-origin";
    const headers = {
      ...navigation(this.#shop.userAgent, site),
      ...(cookies !== "" && { Cookie: cookies }),
      ...(request.method === "POST" && {
        Origin: new URL(url).origin,
        "Content-Type": "application/x-www-form-urlencoded",
      }),
    };
    const askedAt = performance.now();
    const answer = await ask(this.#shop, url, { ...request, headers }, patienceMs);
    this.#shop.slowestMs = Math.max(this.#shop.slowestMs, performance.now() - askedAt);
    for (const line of answer.headers.getSetCookie().slice(0, MAX_COOKIES))
      await this.#jar.setCookie(line, url, { ignoreError: true });
    return answer;
  }
}

/** What a browser sends when somebody goes to an address. `site`: where they come from. */
export function navigation(userAgent: string, site: "none" | "same-origin" | "cross-site"): Record<string, string> {
  return {
    "User-Agent": userAgent,
    Accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
    "Accept-Language": "en",
    "Accept-Encoding": "identity",
    "Upgrade-Insecure-Requests": "1",
    "Sec-Fetch-Site": site,
    "Sec-Fetch-Mode": "navigate",
    "Sec-Fetch-User": "?1",
    "Sec-Fetch-Dest": "document",
  };
}

function placeOf({ url: shop, address }: Shop, url: string): Visit["place"] {
  if (url.startsWith(`${address}/`)) return "run";
  return new URL(url).origin === new URL(shop).origin ? "shop" : "elsewhere";
}
