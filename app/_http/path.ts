/** The test address: the same API for test keys only (contract §1). */
const TEST_ADDRESS = "/test";

export function isTestAddress({ pathname }: URL): boolean {
  return pathname.startsWith(`${TEST_ADDRESS}/api/`);
}

export function isApi(url: URL): boolean {
  return url.pathname.startsWith("/api/") || isTestAddress(url);
}

/** An address of the token check, or one that somebody took for it. */
export function isCheck({ pathname }: URL): boolean {
  return /^(?:\/test)?\/api\/auth_check(?:\/|$)/.test(pathname);
}

/**
 * What an address of the API says behind its endpoint, decoded: the segments of `/api/{endpoint}/…`. Read from the URL itself,
 * so that an endpoint is a plain function of its request, whichever door it stands behind. A segment that does not decode
 * is `""`, which no rule accepts.
 */
export function argumentsIn(url: URL): string[] {
  const path = isTestAddress(url) ? url.pathname.slice(TEST_ADDRESS.length) : url.pathname;
  return path.split("/").slice(3).map(decoded);
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return "";
  }
}
