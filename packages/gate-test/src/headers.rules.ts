/** May a cache that many visitors share keep this answer? RFC 9111 §3: without a word against it, it may. */
export function mayBeShared(headers: Headers): boolean {
  const rules = directivesOf(headers.get("Cache-Control") ?? "");
  if (rules.has("no-store") || rules.has("private")) return false;
  if (rules.has("s-maxage")) return rules.get("s-maxage") !== "0";
  if (rules.has("public")) return rules.get("max-age") !== "0";
  if (rules.has("max-age")) return rules.get("max-age") !== "0";
  return !rules.has("no-cache");
}

function directivesOf(line: string): Map<string, string> {
  return new Map(
    line.split(",").map((part) => {
      const [name = "", value = ""] = part.trim().toLowerCase().split("=");
      return [name, value.replaceAll('"', "")];
    }),
  );
}

/** Those with which no other host hears more than this host's name. */
const KEEPING = new Set([
  "no-referrer",
  "same-origin",
  "origin",
  "strict-origin",
  "origin-when-cross-origin",
  "strict-origin-when-cross-origin",
]);
const KNOWN = new Set([...KEEPING, "unsafe-url", "no-referrer-when-downgrade"]);

/** Does the answer say that its address is not passed on? A browser goes by the last word that it knows. */
export function keepsAddress(headers: Headers): boolean {
  const words = (headers.get("Referrer-Policy") ?? "").split(",").map((word) => word.trim().toLowerCase());
  return KEEPING.has(words.findLast((word) => KNOWN.has(word)) ?? "");
}
