import type { MinimumAge } from "#lib/core/age.rules.ts";
import type { ProviderId } from "#lib/core/provider.rules.ts";
import type { Blanks } from "./blanks.ts";
import { caddyfile } from "./caddyfile.ts";
import { curl } from "./curl.ts";
import { backend, html } from "./html.ts";
import { express, flask, guard, laravelRoute, proxy } from "./packaged.ts";
import { TERMINAL } from "./terminal.ts";

type File = { file: string; write: (blanks: Blanks) => string };

/** Gives a shop with our package its file, and a terminal that installs the package, writes the environment and starts it. */
const packaged = (platform: keyof typeof TERMINAL, file: string, write: File["write"]) => [
  { file, write },
  { file: "Terminal", write: TERMINAL[platform] },
];

/** Holds by platform, in the order of the tabs. */
const SNIPPETS = {
  woocommerce: {
    title: "WordPress / WooCommerce",
    files: [
      { file: "Address of the instance", write: ({ ageway }) => `${ageway}\n` },
      { file: "Plugin key", write: ({ key }) => `${key}\n` },
    ],
  },
  proxy: { title: "Proxy", files: packaged("proxy", "Caddyfile", caddyfile) },
  php: { title: "PHP", files: packaged("php", "shop.php", guard) },
  laravel: { title: "Laravel", files: packaged("laravel", "routes/web.php", laravelRoute) },
  node: { title: "Node", files: packaged("node", "shop.mjs", express) },
  next: { title: "Next.js", files: packaged("next", "proxy.ts", proxy) },
  python: { title: "Python", files: packaged("python", "shop.py", flask) },
  html: {
    title: "Plain HTML",
    files: [
      { file: "checkout.html", write: html },
      { file: "Your backend, any language", write: backend },
    ],
  },
  curl: { title: "curl", files: [{ file: "age.sh", write: curl }] },
} as const satisfies Record<string, { title: string; files: readonly File[] }>;

export type Platform = keyof typeof SNIPPETS;

export const PLATFORMS = Object.entries(SNIPPETS).map(([platform, snippets]) => ({
  platform: platform as Platform,
  title: snippets.title,
}));

/** Does a package of ours gate it, or the plugin? */
export function isPackaged(platform: Platform): boolean {
  return platform in TERMINAL || platform === "woocommerce";
}

/** `marked`: the same code, in which `MARK_START` and `MARK_END` stand around what is the member's own. */
export type Snippet = { file: string; code: string; marked: string };

/** Characters for private use, which no code contains. */
export const [MARK_START, MARK_END] = ["\uE000", "\uE001"];

type Given = { baseUrl: string; pluginKey: string; provider: ProviderId; age: MinimumAge; page: string };

/** Writes the whole integration for a platform, ready to run: two copies at most. Visitors come back to `page`. */
export function snippetsFor(platform: Platform, given: Given): Snippet[] {
  const blanks = blanksOf(given);
  const own = (text: string) => `${MARK_START}${text}${MARK_END}`;
  const { key, provider, age, page, origin, gated } = blanks;
  const marked = {
    ...blanks,
    ...{ key: own(key), provider: own(provider), age: own(age), page: own(page) },
    ...{ origin: own(origin), gated: own(gated) },
  };
  return SNIPPETS[platform].files.map(({ file, write }) => ({ file, code: write(blanks), marked: write(marked) }));
}

/** An origin and a key of letters and digits need no escaping in any language; of an address, four characters do. */
function blanksOf({ baseUrl, pluginKey, provider, age, page }: Given): Blanks {
  if (!/^\w+$/.test(pluginKey)) throw new Error("A plugin key is of letters, digits and underscores");
  const url = new URL(page);
  const address = url.href.replace(/['"\\`$]/g, (found) => `%${found.charCodeAt(0).toString(16).toUpperCase()}`);
  return {
    ageway: new URL(baseUrl).origin,
    key: pluginKey,
    provider,
    age: String(age),
    page: address,
    origin: url.origin,
    path: new URL(address).pathname,
    // The gate takes no path with other letters; one that is above it gates it, too.
    gated: /^(?:\/[\w.~-]+)+(?=\/|$)/.exec(url.pathname)?.[0] ?? "/",
    port: url.port || "8080",
  };
}
