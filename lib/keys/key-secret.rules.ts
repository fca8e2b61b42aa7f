/** What every secret of a locked key looks like: 32 random letters and digits. Schemes are in whatever case (RFC 9110). */
const BEARER = /^[Bb][Ee][Aa][Rr][Ee][Rr] (sk_live_[A-Za-z0-9]{32})$/;

/** `letters`: 32 random ones. */
export function keySecretOf(letters: string): string {
  return `sk_live_${letters}`;
}

/** The secret that an `Authorization` header carries (RFC 6750); `null`: none, or what could not be one. */
export function readBearer(header: string | null): string | null {
  return (header === null ? null : BEARER.exec(header)?.[1]) ?? null;
}
