/** What a browser says of a request that it sends (Fetch Metadata Request Headers); programs say nothing of the kind. */
type RequestHeaders = Pick<Headers, "get" | "has">;

/** Why nobody can have meant to start anything. */
export const LOAD_FLAWS = ["prefetch", "embedded", "no_cors"] as const;
type LoadFlaw = (typeof LOAD_FLAWS)[number];

/**
 * Contract §1, rule 2; `null`: somebody may have meant it. In this order: a load ahead of time (`Sec-Purpose`; older browsers
 * say `Purpose`); an image, a frame, a script; and a fetch whose answer no page can read, which any page in the web can send.
 */
export function flawOfLoad(headers: RequestHeaders): LoadFlaw | null {
  const purposes = [headers.get("Sec-Purpose"), headers.get("Purpose")];
  if (purposes.some((purpose) => /\bprefetch\b|\bprerender\b/i.test(purpose ?? ""))) return "prefetch";
  if (!["empty", "document", null].includes(headers.get("Sec-Fetch-Dest"))) return "embedded";
  return ["navigate", "cors", "same-origin", null].includes(headers.get("Sec-Fetch-Mode")) ? null : "no_cors";
}

/**
 * Does a person's browser go there, rather than a script or a server? Browsers say so. Of one too old for that, `Accept`
 * names both HTML and XHTML, as every browser's does when it navigates, and no library's.
 */
export function isNavigation(headers: RequestHeaders): boolean {
  const mode = headers.get("Sec-Fetch-Mode");
  if (mode !== null) return mode === "navigate";
  if (["Sec-Fetch-Dest", "Sec-Fetch-Site", "Sec-Fetch-User"].some((name) => headers.has(name))) return false;
  const accepted = new Set((headers.get("Accept") ?? "").toLowerCase().split(",").map(acceptedType));
  return accepted.has("text/html") && accepted.has("application/xhtml+xml");
}

/** The type that one element of `Accept` names (RFC 9110); `null`: with the quality of "not acceptable". */
function acceptedType(element: string): string | null {
  const [type = "", ...parameters] = element.split(";").map((part) => part.trim());
  return parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter)) ? null : type;
}
