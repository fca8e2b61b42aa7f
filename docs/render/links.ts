import { posix } from "node:path";
import { BASE_URL_IN_DOCS } from "#app/(docs)/_docs/built-docs.ts";
import { CHAPTERS } from "#app/(docs)/_docs/chapters.ts";

const PATHS = new Map(CHAPTERS.map(({ file, path }) => [file, path]));
const CHAPTER_PATHS = new Set(CHAPTERS.map(({ path }) => path));

/**
 * Where a link of a document leads on an instance. `file` counts from `docs/`. `null`: to a file of the sources, which an instance
 * does not show.
 */
export function addressOf(link: string, file: string): string | null {
  if (/^(?:https?:|mailto:|\/)/.test(link)) return link;
  const [path = "", anchor] = link.split("#");
  const hash = anchor === undefined ? "" : `#${anchor}`;
  if (path === "") return hash;
  const target = posix.join(posix.dirname(file), path);
  if (target.endsWith(".svg")) return `/docs/${posix.basename(target)}`;
  const found = PATHS.get(target);
  return found === undefined ? null : `${found}${hash}`;
}

/** The document with whole addresses, as its `.md` page shows it: relative ones would lead elsewhere from there. */
export function withAddresses(source: string, file: string): string {
  return source
    .split(/(^ *```.*?^ *```$)/ms)
    .map((part, n) => (n % 2 === 1 ? part : withAddressesInProse(part, file)))
    .join("");
}

function withAddressesInProse(text: string, file: string): string {
  return text.replace(/(\[[^\]]*\])\(([^)\s]+)\)/g, (_, name: string, link: string) => {
    const address = addressOf(link, file);
    if (address === null) return name.slice(1, -1);
    const [path = "", anchor] = address.split("#");
    if (!path.startsWith("/")) return `${name}(${address})`;
    const hash = anchor === undefined ? "" : `#${anchor}`;
    return `${name}(${BASE_URL_IN_DOCS}${path}${CHAPTER_PATHS.has(path) ? ".md" : ""}${hash})`;
  });
}
