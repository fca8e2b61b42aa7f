/**
 * Test keys have addresses of their own, which take no live key: `/test/api/…` (contract §1), and that of each run of the
 * gate test, `/doctor/{run}/api/…`.
 */
const TEST_ADDRESS = /^\/(?:test|doctor\/[^/]+)(?=\/api\/)/;

export function isTestAddress({ pathname }: URL): boolean {
  return TEST_ADDRESS.test(pathname);
}

export function isApi(url: URL): boolean {
  return url.pathname.startsWith("/api/") || isTestAddress(url);
}

/** The token check, or a path under it that has too few or too many segments. */
export function isCheck(url: URL): boolean {
  return /^\/api\/auth_check(?:\/|$)/.test(pathIn(url));
}

/**
 * The decoded segments behind `/api/{endpoint}/`. Endpoints read them from the URL, not from Next's params, so that the same
 * function also runs as a fast route. A segment that does not decode becomes `""`, which every rule refuses.
 */
export function argumentsIn(url: URL): string[] {
  return pathIn(url).split("/").slice(3).map(decoded);
}

/** The path, as it were at the address for live keys. */
function pathIn({ pathname }: URL): string {
  return pathname.replace(TEST_ADDRESS, "");
}

function decoded(segment: string): string {
  if (!segment.includes("%")) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return "";
  }
}
