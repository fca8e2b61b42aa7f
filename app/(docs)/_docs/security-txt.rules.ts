/** The file says so itself for half a year at least, and less than the year that RFC 9116 allows. */
const MONTHS = 7;

/** Says where weaknesses of this instance are reported (RFC 9116). The same for a month, so that caches need not fetch it again. */
export function securityTxt(contact: string, baseUrl: string, now: Date): string {
  const expires = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + MONTHS, 1));
  return [
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString()}`,
    "Preferred-Languages: en",
    `Canonical: ${baseUrl}/.well-known/security.txt`,
    "",
  ].join("\n");
}
