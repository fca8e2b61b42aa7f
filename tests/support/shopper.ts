import { SHOP_NAVIGATION, visitorOf, WELCOME } from "./shop-visitor.ts";
import { browser, completeFlow, tokenIn } from "./visitor.ts";

/** A browser at a shop that runs somewhere on loopback: keeps its cookies, follows nothing by itself. */
export function shopper(shopUrl: string) {
  const visitor = visitorOf(shopUrl);
  const get = (url: string, method = "GET", headers = {}) => {
    const { pathname, search } = new URL(url);
    return visitor.go(pathname + search, headers, method);
  };

  /** Presses the shop's button; answers the link of the check. */
  async function start(): Promise<string> {
    const { text } = await get(shopUrl);
    if (!text.includes('<form method="post">')) throw new Error(`The shop has no button:\n${text}`);
    return (await get(shopUrl, "POST")).location ?? "";
  }

  /** Where the shop's link leads that starts a check: to us, or by way of the shop. */
  async function linkOfShop(): Promise<string> {
    const { text } = await get(shopUrl);
    const [, link] = /<a [^>]*?href="([^"]+)"/.exec(text) ?? [];
    if (link === undefined) throw new Error(`The shop has no link:\n${text}`);
    const address = new URL(link.replaceAll(/&(?:amp|#38);/g, "&"), shopUrl);
    if (address.origin !== new URL(shopUrl).origin) return address.href;
    return (await get(address.href, "GET", SHOP_NAVIGATION)).location ?? "";
  }

  /** Presses the button and identifies as a persona; returns the address that leads home with a token. */
  const confirmAs = async (persona: string) => homeAs(await start(), persona);

  /** Follows the shop's link as a browser does, and confirms; returns the address that leads home with a token. */
  async function confirmByLinkAs(persona: string): Promise<string> {
    const { status, headers } = await browser().go(await linkOfShop(), "GET", SHOP_NAVIGATION);
    if (status !== 303) throw new Error(`The link of the shop starts no check: ${status}`);
    return homeAs(headers.get("location") ?? "", persona);
  }

  /** Comes to the shop at this address; answers where that led and whether it let the visitor in. */
  async function comeTo(address: string) {
    const first = await get(address);
    const { text } = first.location === null ? first : await get(new URL(first.location, address).href);
    return { status: first.status, location: first.location, isWelcome: text.includes(WELCOME) };
  }

  return { start, linkOfShop, confirmAs, confirmByLinkAs, comeTo, cookies: visitor.jar };
}

/** Follows a link as a persona. Where it ends on a page, presses the way back; returns the address that leads home. */
export async function homeAs(link: string, persona: string): Promise<string> {
  const visitor = browser();
  const end = (await completeFlow(visitor, link, persona)).headers.get("location") ?? "";
  if (tokenIn(end) !== null) return end;
  return (await visitor.go(`${link}&do=leave`, "POST")).headers.get("location") ?? "";
}
