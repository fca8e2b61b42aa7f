/** Test keys have an address of their own (contract §1): `/test/api/…` is the same API, and takes no live key. */
const TEST_ADDRESS = "/test";

export function isTestAddress({ pathname }: URL): boolean {
  return pathname.startsWith(`${TEST_ADDRESS}/api/`);
}

export function isApi(url: URL): boolean {
  return url.pathname.startsWith("/api/") || isTestAddress(url);
}

/** The token check, or a path under it that has too few or too many segments. */
export function isCheck({ pathname }: URL): boolean {
  return /^(?:\/test)?\/api\/auth_check(?:\/|$)/.test(pathname);
}

/**
 * The decoded segments behind `/api/{endpoint}/`. Endpoints read them from the URL, not from Next's params, so that the same
 * function also runs as a fast route. A segment that does not decode becomes `""`, which every rule refuses.
 */
export function argumentsIn(url: URL): string[] {
  const path = isTestAddress(url) ? url.pathname.slice(TEST_ADDRESS.length) : url.pathname;
  return path.split("/").slice(3).map(decoded);
}

function decoded(segment: string): string {
  if (!segment.includes("%")) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return "";
  }
}
