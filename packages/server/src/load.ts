/** By its name in small letters */
export type Header = (name: string) => string | null | undefined;

/**
 * What asks: `silent` for what no person waits for (a load ahead of time, something in a page, only the headers), `navigation`
 * for a person's browser that says so, `program` for what wants JSON, `page` for the rest: a form, an old browser, a crawler.
 */
export type Load = "silent" | "navigation" | "program" | "page";

export function loadOf(method: string, header: Header): Load {
  if (method === "HEAD" || method === "OPTIONS" || isAhead(header)) return "silent";
  const destination = header("sec-fetch-dest");
  if (destination && destination !== "document" && destination !== "empty") return "silent";
  if (destination === "empty" || prefersJson(header("accept") ?? "")) return "program";
  return method === "GET" && destination === "document" && header("sec-fetch-mode") === "navigate"
    ? "navigation"
    : "page";
}

/** Has a person followed a link of the shop, or typed it? As far as the browser says. */
export function isByPerson(load: Load, header: Header): boolean {
  return (
    load !== "program" &&
    header("sec-fetch-site") !== "cross-site" &&
    (header("sec-fetch-mode") ?? "navigate") === "navigate"
  );
}

function isAhead(header: Header): boolean {
  const purposes = ["sec-purpose", "purpose", "x-purpose", "x-moz"].map(header).join();
  return header("next-router-prefetch") === "1" || /\bpre(?:fetch|render|view)\b/i.test(purposes);
}

/** Does `Accept` name JSON above HTML? A wildcard names nothing. */
function prefersJson(accept: string): boolean {
  const [json, html] = [qualityOf(accept, /^application\/(?:[\w.-]+\+)?json$/), qualityOf(accept, /^text\/html$/)];
  return json > html;
}

function qualityOf(accept: string, type: RegExp): number {
  const qualities = accept
    .toLowerCase()
    .split(",")
    .map((element) => element.split(";").map((part) => part.trim()))
    .filter(([name = ""]) => type.test(name))
    .map((parts) => Number(parts.find((part) => part.startsWith("q="))?.slice(2) ?? 1) || 0);
  return Math.max(0, ...qualities);
}
