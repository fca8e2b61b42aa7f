import { decryptClaims, encryptClaims } from "#lib/crypto/encrypted-claims.ts";
import { encryptId } from "#lib/crypto/opaque-id.ts";
import { config } from "#lib/runtime/config.ts";

/** The return URL of one verification. The visitor's browser stores it after the database has erased it. */
export type EncryptedReturnUrl = { verificationId: string; href: string };

/** Names the query parameter that carries the token to the shop (contract §2). */
const TOKEN_PARAMETER = "token_age_verified";

/** The label of the first release: cookies in visitors' browsers were encrypted under it. */
const COOKIE = "ticket";

/** Valid for as long as a flow and its token live. `purpose`: what is encrypted for one cannot be read for another. */
export async function encryptReturnUrl(
  { verificationId, href }: EncryptedReturnUrl,
  purpose = COOKIE,
): Promise<string> {
  const { flowMs, tokenMs } = config().ttl;
  return encryptClaims(purpose, { sub: verificationId, href }, new Date(Date.now() + flowMs + tokenMs));
}

/** `null`: we did not make it for this purpose, or it has expired. */
export async function decryptReturnUrl(encrypted: string, purpose = COOKIE): Promise<EncryptedReturnUrl | null> {
  const { sub, href } = (await decryptClaims(purpose, encrypted)) ?? {};
  return sub && typeof href === "string" ? { verificationId: sub, href } : null;
}

type Ended = { id: string; returnUrl: string | null; returnOrigin: string };

/** Tells how a visitor goes home from a check that ended just now: with its token, and with the return URL for the browser to store. */
export async function homeFrom({ id, returnUrl, returnOrigin }: Ended) {
  const href = returnUrl ?? `${returnOrigin}/`;
  return {
    go: "home" as const,
    url: tokenUrl(id, href),
    ended: { id, encryptedReturnUrl: await encryptReturnUrl({ verificationId: id, href }) },
  };
}

/** The return URL with the token that says how the check ended. */
export function tokenUrl(verificationId: string, href: string): string {
  return withToken(href, encryptId("token", verificationId));
}

/**
 * The return URL with the token. Other parameters and the fragment keep every byte. A token parameter that was there is
 * replaced, also if its name was percent-encoded.
 */
export function withToken(href: string, token: string): string {
  const url = new URL(href);
  const parts = url.search === "" ? [] : url.search.slice(1).split("&");
  const others = parts.filter((part) => nameOf(part) !== TOKEN_PARAMETER);
  url.search = `?${[...others, `${TOKEN_PARAMETER}=${token}`].join("&")}`;
  return url.href;
}

function nameOf(part: string): string | undefined {
  return new URLSearchParams(`?${part}`).keys().next().value;
}
