/**
 * The decoded segments of a path. Read from the URL itself, so that an endpoint is a plain function of its request,
 * whichever door it stands behind. A segment that does not decode is `""`, which no rule accepts.
 */
export function pathSegments(url: URL): string[] {
  return url.pathname.split("/").slice(1).map(decoded);
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return "";
  }
}
