/**
 * The visitor's request, as a proxy describes it. `wants`: what the proxy can hand on. "answer": whatever the gate says;
 * "verdict": yes or no alone; "start": it has heard no, and now wants what the visitor is told.
 */
type Asked = { wants: "answer" | "verdict" | "start"; method: string; target: string };

/** Each address that answers proxies believes one description. "unsaid": a part is missing, or there are two. */
export function askedIn(
  method: string,
  url: string,
  header: (name: string) => string | undefined,
): Asked | "unsaid" | null {
  const [path = ""] = url.split("?");
  if (path === "/check") return said("answer", header("x-forwarded-method"), header("x-forwarded-uri"));
  // Envoy puts its prefix before the path of the visitor's own request.
  if (path.startsWith("/check/")) return said("answer", method, url.slice("/check".length));
  // Nobody waits for the body of a verdict, so nothing starts.
  if (path === "/auth-request") return said("verdict", "HEAD", header("x-original-url"));
  if (path === "/start") return said("start", header("x-original-method"), header("x-original-url"));
  return null;
}

function said(wants: Asked["wants"], method = "", target = ""): Asked | "unsaid" {
  // Of a header that came twice, Node makes one with a comma and a space. The gate takes no such path.
  return /^[A-Z]+$/.test(method) && target !== "" ? { wants, method, target } : "unsaid";
}
