import type { ProviderId } from "#lib/core/provider.rules.ts";
import { curl } from "./curl.ts";
import { html } from "./html.ts";
import { node } from "./node.ts";
import { php } from "./php.ts";
import { python } from "./python.ts";

/** By platform, in the order of the tabs. `language`: for the highlighter of the documents. */
const SNIPPETS = {
  node: { title: "Node", file: "shop.mjs", language: "javascript", write: node },
  php: { title: "PHP", file: "shop.php", language: "php", write: php },
  python: { title: "Python", file: "shop.py", language: "python", write: python },
  html: { title: "HTML", file: "age.html", language: "html", write: html },
  curl: { title: "curl", file: "age.sh", language: "sh", write: curl },
} as const;

export type Platform = keyof typeof SNIPPETS;

export type Snippet = { platform: Platform; title: string; file: string; language: string; code: string };

/** The shop of a snippet with a test key: it runs without a verified domain, because loopback needs none. */
export const LOCAL_SHOP = "http://localhost:8080";

/** The whole integration for every platform, ready to run, with 18 as the age. Visitors come back to `/` at the origin of `shopUrl`. */
export function snippetsFor(given: {
  baseUrl: string;
  pluginKey: string;
  provider: ProviderId;
  shopUrl: string;
}): Snippet[] {
  // Origins and a key of letters and digits need no escaping inside the quotation marks of any language.
  const [ageway, shop] = [new URL(given.baseUrl).origin, new URL(given.shopUrl).origin];
  if (!/^\w+$/.test(given.pluginKey)) throw new Error("A plugin key is of letters, digits and underscores");
  const cookie = `Path=/; HttpOnly; SameSite=Lax${shop?.startsWith("https:") ? "; Secure" : ""}`;
  const blanks = { ageway, key: given.pluginKey, provider: given.provider, page: `${shop}/`, cookie };
  return (Object.keys(SNIPPETS) as Platform[]).map((platform) => {
    const { write, ...facts } = SNIPPETS[platform];
    return { platform, ...facts, code: write(blanks) };
  });
}
