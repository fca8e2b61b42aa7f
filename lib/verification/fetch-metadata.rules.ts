import type { DetailOf } from "#lib/reasons/reason.rules.ts";

/** Browsers describe each request that they send (Fetch Metadata Request Headers); other programs send no such headers. */
type RequestHeaders = Pick<Headers, "get">;

/**
 * Contract §1, rule 2; `null`: a person may have meant it. In this order: a load ahead of time (`Sec-Purpose`; older browsers
 * send `Purpose`); an image, an iframe, a script; and a fetch that any page of the web can send and whose answer none can read.
 */
export function flawOfLoad(headers: RequestHeaders): DetailOf<"speculative_load"> | null {
  if (isAhead(headers.get("Sec-Purpose")) || isAhead(headers.get("Purpose"))) return "prefetch";
  if (!PERSONS_DESTINATIONS.has(headers.get("Sec-Fetch-Dest"))) return "embedded";
  return PERSONS_MODES.has(headers.get("Sec-Fetch-Mode")) ? null : "no_cors";
}

/** Lists what a person's load may name; `null`: the header is not there. */
const PERSONS_DESTINATIONS = new Set(["empty", "document", null]);
const PERSONS_MODES = new Set(["navigate", "cors", "same-origin", null]);

function isAhead(purpose: string | null): boolean {
  return purpose !== null && /\bprefetch\b|\bprerender\b/i.test(purpose);
}

/**
 * Does a person's browser navigate here, rather than a script or a server fetch? Newer browsers say so. Older ones name both
 * HTML and XHTML in `Accept` when they navigate, and no library does.
 */
export function isNavigation(headers: RequestHeaders): boolean {
  const mode = headers.get("Sec-Fetch-Mode");
  if (mode !== null) return mode === "navigate";
  for (const name of ["Sec-Fetch-Dest", "Sec-Fetch-Site", "Sec-Fetch-User"])
    if (headers.get(name) !== null) return false;
  const accept = headers.get("Accept");
  return acceptsType(accept, "application/xhtml+xml") && acceptsType(accept, "text/html");
}

/** Does `Accept` name this type, and not only by a wildcard, with a quality above 0 (RFC 9110)? `type`: in lower case. */
export function acceptsType(accept: string | null, type: string): boolean {
  const lower = accept?.toLowerCase();
  return lower?.includes(type) === true && lower.split(",").some((element) => acceptedType(element) === type);
}

/** Above 0. */
const QUALITY = /^q=(?:1(?:\.0{0,3})?|0\.(?!0*$)\d{1,3})$/;

/** The type that one element of `Accept` names (RFC 9110); `null`: its quality is 0, not acceptable, or is none. */
function acceptedType(element: string): string | null {
  const [type = "", ...parameters] = element.split(";").map((part) => part.trim());
  return parameters.some((parameter) => parameter.startsWith("q=") && !QUALITY.test(parameter)) ? null : type;
}
