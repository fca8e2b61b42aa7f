import { holdsToken } from "./attempts.ts";
import { advice, type FindingName } from "./cases.rules.ts";
import { keepsAddress, mayBeShared } from "./headers.rules.ts";
import { asksItself, scriptsOf } from "./page.rules.ts";
import type { Finding } from "./report.rules.ts";
import type { Answer, Shop } from "./shop.ts";
import type { Visit, Visitor } from "./visitor.ts";

/** What the walk met on its way, for the findings. */
export type Evidence = {
  /** The page before a check, whether it was open then, and as the adult saw it. */
  closed: Answer | null;
  wasOpen: boolean;
  admitted: Answer | null;
  /** How the adult came home. */
  home: Visit | null;
  /** Which visitors started checks, with which device. */
  devices: { visitor: Visitor; device: string }[];
  scripts: Answer[];
  /** How one visitor's yes opened the page to another; `null`: it did not. */
  shared: string | null;
};

export function noEvidence(): Evidence {
  return { closed: null, wasOpen: false, admitted: null, home: null, devices: [], scripts: [], shared: null };
}

const MAX_SCRIPTS = 10;

type WithEvidence = { shop: Shop; evidence: Evidence };

/** Reads the shop's own scripts, as far as its requests suffice. */
export async function readScripts({
  shop,
  evidence,
  newVisitor,
}: WithEvidence & { newVisitor(): Visitor }): Promise<void> {
  for (const url of ownScripts({ shop, evidence }).slice(0, Math.min(MAX_SCRIPTS, shop.left)))
    evidence.scripts.push(await newVisitor().read(url));
}

/** The scripts of the pages seen that the shop itself serves. */
export function ownScripts({ shop, evidence }: WithEvidence): string[] {
  const pages = [evidence.closed, evidence.admitted].filter((page) => page !== null);
  const urls = new Set(pages.flatMap(({ text, url }) => scriptsOf(text, url)));
  return [...urls].filter((url) => new URL(url).origin === new URL(shop.url).origin);
}

export function findingsOf({ closed, admitted, home, devices, scripts, shared }: Evidence, base: string): Finding[] {
  const found: [FindingName, string | null][] = [
    ["shared_yes", shared],
    ["browser_check", asking([closed, admitted, ...scripts])],
    ["public_cache", admitted && mayBeShared(admitted.headers) ? cacheable(admitted.headers) : null],
    ["token_in_address", home && holdsToken(home.url) ? `The visitor stays at ${withoutValue(home.url)}.` : null],
    ["referrer", home && passesOn(home.answers[0])],
    ["same_device", sharedDevice(devices)],
  ];
  return found.flatMap(([finding, saw]) => (saw ? [{ finding, saw, change: advice(base, finding) }] : []));
}

function asking(sources: readonly (Answer | null)[]): string | null {
  const source = sources.find((source) => source && asksItself(source.text));
  return source ? `${source.url} speaks of auth_check.` : null;
}

function cacheable(headers: Headers): string {
  const line = headers.get("Cache-Control");
  return `The page with the protected text has ${line === null ? "no Cache-Control" : `Cache-Control: ${line}`}.`;
}

function passesOn(answer: Answer | undefined): string | null {
  if (answer === undefined || answer.status === 0 || keepsAddress(answer.headers)) return null;
  const line = answer.headers.get("Referrer-Policy");
  return `The answer to the return has ${line === null ? "no Referrer-Policy" : `Referrer-Policy: ${line}`}.`;
}

function sharedDevice(devices: Evidence["devices"]): string | null {
  const visitors = new Set(devices.map(({ visitor }) => visitor)).size;
  const ids = new Set(devices.map(({ device }) => device)).size;
  return ids < visitors ? `${visitors} visitors had ${ids} device ids.` : null;
}

/** Without what follows `=`: a token is nothing to print. */
function withoutValue(url: string): string {
  return url.replace(/(token_age_verified(?:%5B%5D|\[\])?=)[^&#]*/gi, "$1…");
}
