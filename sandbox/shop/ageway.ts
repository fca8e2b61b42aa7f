/**
 * All that a shop needs of Ageway, in one file: an address to send the visitor to, and a question to ask from the
 * backend when the visitor is back. Copy it.
 */
export type Ageway = { url: string; pluginKey: string };

export type Provider = "s" | "b";

const PATIENCE_MS = 5_000;

/** Where a check starts. A browser that goes there is sent on; a script or a server gets `{ "url": … }`. */
export function startUrl(
  { url, pluginKey }: Ageway,
  provider: Provider,
  deviceId: string,
  age: number,
  returnUrl: string,
): string {
  const path = [pluginKey, deviceId, String(age)].map(encodeURIComponent).join("/");
  return `${url}/api/url_generator_${provider}/${path}?domain=${encodeURIComponent(returnUrl)}`;
}

/**
 * Did this visitor prove to be of age? Ask from the backend: a token in a browser proves nothing. Anything but a clear
 * yes is a no. Answers until when the yes holds, or `null`.
 */
export async function confirmedUntil(
  { url, pluginKey }: Ageway,
  token: string,
  deviceId: string,
  age: number,
  patienceMs = PATIENCE_MS,
): Promise<Date | null> {
  const path = [token, deviceId].map(encodeURIComponent).join("/");
  try {
    const answer = await fetch(`${url}/api/auth_check/${path}?plugin_key=${encodeURIComponent(pluginKey)}`, {
      signal: AbortSignal.timeout(patienceMs),
    });
    if (answer.status !== 200) return null;
    const proof = (await answer.json()) as { verified?: unknown; age?: unknown; expires_at?: unknown };
    const isConfirmed = proof.verified === true && Number.isInteger(proof.age) && Number(proof.age) >= age;
    return isConfirmed ? new Date(String(proof.expires_at)) : null;
  } catch {
    return null;
  }
}
