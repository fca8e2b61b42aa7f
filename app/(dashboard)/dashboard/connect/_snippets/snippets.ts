import type { MinimumAge } from "#lib/core/age.rules.ts";
import type { ProviderId } from "#lib/core/provider.rules.ts";
import type { Blanks } from "./blanks.ts";
import { curl } from "./curl.ts";
import { backend, html } from "./html.ts";
import { laravel } from "./laravel.ts";
import { next } from "./next.ts";
import { node } from "./node.ts";
import { express, flask, guard, laravelConfig, laravelRoute, proxy } from "./packaged.ts";
import { php } from "./php.ts";
import { python } from "./python.ts";

type File = { name: (blanks: Blanks) => string; write: (blanks: Blanks) => string };

const named = (name: string, write: File["write"]): File => ({ name: () => name, write });

/** The short way. `install`: a command, which takes our package from a checkout of Ageway beside the shop. */
type Packaged = { install: string; files: readonly File[] };

const FROM_NPM = "npm install ../ageway/ageway-server-*.tgz";
const FROM_COMPOSER = `composer config repositories.ageway path ../ageway/packages/php
composer require ageway/ageway:@dev`;

/** By platform, in the order of the tabs. The first of `files` is what a member without our package runs or serves. */
const SNIPPETS = {
  node: {
    title: "Node",
    packaged: { install: `${FROM_NPM} express@5 express-session@1`, files: [named("shop.mjs", express)] },
    files: [named("age.mjs", node)],
  },
  next: {
    title: "Next.js",
    packaged: { install: FROM_NPM, files: [named("proxy.ts", proxy)] },
    files: [{ name: ({ path }: Blanks) => `app${path === "/" ? "" : path}/route.ts`, write: next }],
  },
  php: {
    title: "PHP",
    packaged: { install: FROM_COMPOSER, files: [named("shop.php", guard)] },
    files: [named("age.php", php)],
  },
  laravel: {
    title: "Laravel",
    packaged: {
      install: FROM_COMPOSER,
      files: [named("config/services.php", laravelConfig), named("routes/web.php", laravelRoute)],
    },
    files: [named("app/Http/Controllers/AgeController.php", laravel)],
  },
  python: {
    title: "Python",
    packaged: { install: "pip install ../ageway/packages/python flask", files: [named("shop.py", flask)] },
    files: [named("age.py", python)],
  },
  curl: { title: "curl", files: [named("age.sh", curl)] },
  html: { title: "Plain HTML", files: [named("checkout.html", html), named("Your backend, any language", backend)] },
} as const satisfies Record<string, { title: string; packaged?: Packaged; files: readonly File[] }>;

export type Platform = keyof typeof SNIPPETS;

export const PLATFORMS = Object.entries(SNIPPETS).map(([platform, snippets]) => ({
  platform: platform as Platform,
  title: snippets.title,
  hasPackage: "packaged" in snippets,
}));

/** `marked`: the same code, in which `START` and `END` stand around what is the member's own. */
export type Snippet = { file: string; code: string; marked: string };

/** Characters for private use, which no code contains. */
export const [START, END] = ["\uE000", "\uE001"];

type Given = { baseUrl: string; pluginKey: string; provider: ProviderId; age: MinimumAge; page: string };

/** The whole integration for a platform without a package, ready to run. Visitors come back to `page`. */
export function snippetsFor(platform: Platform, given: Given): Snippet[] {
  return written(SNIPPETS[platform].files, given);
}

/** The same with our package, where the platform has one: a command, and what the member's own files get. */
export function packagedFor(platform: Platform, given: Given): { install: Snippet; files: Snippet[] } | null {
  const { packaged }: { title: string; packaged?: Packaged } = SNIPPETS[platform];
  if (!packaged) return null;
  const { install, files } = packaged;
  return { install: { file: "Install", code: install, marked: install }, files: written(files, given) };
}

function written(files: readonly File[], given: Given): Snippet[] {
  const blanks = blanksOf(given);
  const own = (text: string) => `${START}${text}${END}`;
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
