import type { MinimumAge } from "#lib/core/age.rules.ts";
import type { ProviderId } from "#lib/core/provider.rules.ts";
import type { Blanks } from "./blanks.ts";
import { curl } from "./curl.ts";
import { backend, html } from "./html.ts";
import { laravel } from "./laravel.ts";
import { next } from "./next.ts";
import { node } from "./node.ts";
import { php } from "./php.ts";
import { python } from "./python.ts";

type File = { name: (blanks: Blanks) => string; write: (blanks: Blanks) => string };

const named = (name: string, write: File["write"]): File => ({ name: () => name, write });

/** By platform, in the order of the tabs. The first file of each is what a member runs or serves. */
const SNIPPETS = {
  html: { title: "Script tag", files: [named("checkout.html", html), named("Your backend, any language", backend)] },
  node: { title: "Node", files: [named("age.mjs", node)] },
  next: {
    title: "Next.js",
    files: [{ name: ({ path }: Blanks) => `app${path === "/" ? "" : path}/route.ts`, write: next }],
  },
  php: { title: "PHP", files: [named("age.php", php)] },
  laravel: { title: "Laravel", files: [named("app/Http/Controllers/AgeController.php", laravel)] },
  python: { title: "Python", files: [named("age.py", python)] },
  curl: { title: "curl", files: [named("age.sh", curl)] },
} as const satisfies Record<string, { title: string; files: readonly File[] }>;

export type Platform = keyof typeof SNIPPETS;

export const PLATFORMS = Object.entries(SNIPPETS).map(([platform, { title }]) => ({
  platform: platform as Platform,
  title,
}));

/** `marked`: the same code, in which `START` and `END` stand around what is the member's own. */
export type Snippet = { file: string; code: string; marked: string };

/** Characters for private use, which no code contains. */
export const [START, END] = ["\uE000", "\uE001"];

type Given = { baseUrl: string; pluginKey: string; provider: ProviderId; age: MinimumAge; page: string };

/** The whole integration for a platform, ready to run. Visitors come back to `page`. */
export function snippetsFor(platform: Platform, given: Given): Snippet[] {
  const blanks = blanksOf(given);
  const own = (text: string) => `${START}${text}${END}`;
  const { key, provider, age, page } = blanks;
  const marked = { ...blanks, key: own(key), provider: own(provider), age: own(age), page: own(page) };
  return SNIPPETS[platform].files.map(({ name, write }) => ({
    file: name(blanks),
    code: write(blanks),
    marked: write(marked),
  }));
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
    path: new URL(address).pathname,
    port: url.port || "8080",
    cookie: `Path=/; HttpOnly; SameSite=Lax${url.protocol === "https:" ? "; Secure" : ""}`,
  };
}
