import type { MinimumAge } from "#lib/core/age.rules.ts";
import type { ProviderId } from "#lib/core/provider.rules.ts";
import type { Blanks } from "./blanks.ts";
import { curl } from "./curl.ts";
import { backend, html } from "./html.ts";
import { laravel } from "./laravel.ts";
import { next } from "./next.ts";
import { node } from "./node.ts";
import { express, flask, guard, laravelRoute, proxy } from "./packaged.ts";
import { php } from "./php.ts";
import { python } from "./python.ts";
import { TERMINAL } from "./terminal.ts";

type File = { name: (blanks: Blanks) => string; write: (blanks: Blanks) => string };

const named = (name: string, write: File["write"]): File => ({ name: () => name, write });

/** The short way. `file`: what the shop gets. `terminal`: installs our package, writes the environment where the shop reads one, and starts the shop. */
type Packaged = { file: File; terminal: File["write"] };

/** By platform, in the order of the tabs. The first of `files` is what a member without our package runs or serves. */
const SNIPPETS = {
  node: {
    title: "Node",
    packaged: { file: named("shop.mjs", express), terminal: TERMINAL.node },
    files: [named("age.mjs", node)],
  },
  next: {
    title: "Next.js",
    packaged: { file: named("proxy.ts", proxy), terminal: TERMINAL.next },
    files: [{ name: ({ path }: Blanks) => `app${path === "/" ? "" : path}/route.ts`, write: next }],
  },
  php: {
    title: "PHP",
    packaged: { file: named("shop.php", guard), terminal: TERMINAL.php },
    files: [named("age.php", php)],
  },
  laravel: {
    title: "Laravel",
    packaged: { file: named("routes/web.php", laravelRoute), terminal: TERMINAL.laravel },
    files: [named("app/Http/Controllers/AgeController.php", laravel)],
  },
  python: {
    title: "Python",
    packaged: { file: named("shop.py", flask), terminal: TERMINAL.python },
    files: [named("age.py", python)],
  },
  curl: { title: "curl", files: [named("age.sh", curl)] },
  html: { title: "Plain HTML", files: [named("checkout.html", html), named("Your backend, any language", backend)] },
} as const satisfies Record<string, { title: string; packaged?: Packaged; files: readonly File[] }>;

export type Platform = keyof typeof SNIPPETS;

export const PLATFORMS = Object.entries(SNIPPETS).map(([platform, snippets]) => ({
  platform: platform as Platform,
  title: snippets.title,
}));

/** Is there a package of ours for it? */
export function isPackaged(platform: Platform): boolean {
  return "packaged" in SNIPPETS[platform];
}

/** `marked`: the same code, in which `MARK_START` and `MARK_END` stand around what is the member's own. */
export type Snippet = { file: string; code: string; marked: string };

/** Characters for private use, which no code contains. */
export const [MARK_START, MARK_END] = ["\uE000", "\uE001"];

type Given = { baseUrl: string; pluginKey: string; provider: ProviderId; age: MinimumAge; page: string };

/** The whole integration for a platform without a package, ready to run. Visitors come back to `page`. */
export function snippetsFor(platform: Platform, given: Given): Snippet[] {
  return written(SNIPPETS[platform].files, given);
}

/** The same with our package, where the platform has one: what to save, and what to run beside it. Two copies are the whole way. */
export function packagedFor(platform: Platform, given: Given): { file: Snippet; terminal: Snippet } | null {
  const { packaged }: { title: string; packaged?: Packaged } = SNIPPETS[platform];
  if (!packaged) return null;
  const [file, terminal] = written([packaged.file, named("Terminal", packaged.terminal)], given);
  return file && terminal ? { file, terminal } : null;
}

function written(files: readonly File[], given: Given): Snippet[] {
  const blanks = blanksOf(given);
  const own = (text: string) => `${MARK_START}${text}${MARK_END}`;
  const { key, provider, age, page, origin, gated } = blanks;
  const marked = {
    ...blanks,
    ...{ key: own(key), provider: own(provider), age: own(age), page: own(page) },
    ...{ origin: own(origin), gated: own(gated) },
  };
  return files.map(({ name, write }) => ({ file: name(blanks), code: write(blanks), marked: write(marked) }));
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
    cookie: `Path=/; HttpOnly; SameSite=Lax${url.protocol === "https:" ? "; Secure" : ""}`,
  };
}
