import type { CustomFetch, ServerMetadata } from "openid-client";

type Members = Record<string, unknown>;

/** Drops `null` members and doubled keys from an eID's JSON, which the library refuses to read. */
export function usualBody(body: Buffer): Buffer {
  const answer = objectIn(body.toString());
  if (answer === null) return body;
  const members = withoutNulls(answer);
  if (Array.isArray(members.keys)) members.keys = usualKeys(members.keys);
  return Buffer.from(JSON.stringify(members));
}

/** Lists what we use of the answer of the token endpoint. Whatever else it has may have any form. */
const OF_TOKENS = ["access_token", "token_type", "id_token"];

/** `fetch` whose answers have the one status that the library takes from the endpoint, where the eID says another one of success. */
export function withUsualStatus(fetch: CustomFetch, metadata: ServerMetadata): CustomFetch {
  const tokens = hrefOf(metadata.token_endpoint);
  const statuses = new Map([
    [tokens, 200],
    [hrefOf(metadata.pushed_authorization_request_endpoint), 201],
  ]);
  return async (url, options) => {
    const answer = await fetch(url, options);
    const status = statuses.get(url);
    if (!answer.ok || status === undefined) return answer;
    const text = await answer.text();
    const members = url === tokens ? objectIn(text) : null;
    const body = members ? JSON.stringify(members, OF_TOKENS) : text;
    return new Response(body, { status, headers: answer.headers });
  };
}

/** A key that stands there twice is one. With another use or algorithm it is another. */
function usualKeys(keys: readonly unknown[]): unknown[] {
  const unlike = new Map(
    keys.map((key) => {
      const read = isObject(key) ? withoutNulls(key) : key;
      return [JSON.stringify(read, ["kty", "kid", "use", "alg", "crv", "x", "y", "n", "e"]), read];
    }),
  );
  return [...unlike.values()];
}

function withoutNulls(members: Members): Members {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
}

export function objectIn(text: string): Members | null {
  try {
    const read: unknown = JSON.parse(text);
    return isObject(read) ? read : null;
  } catch {
    return null;
  }
}

export function isObject(read: unknown): read is Members {
  return typeof read === "object" && read !== null && !Array.isArray(read);
}

/** An address as `fetch` is given it. */
export function hrefOf(endpoint: string | undefined): string | undefined {
  return URL.parse(endpoint ?? "")?.href;
}
