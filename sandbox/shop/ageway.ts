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
 * Did this visitor prove to be of age? Ask from the backend, and only about a device id that this visitor's session started
 * a check with: a token in a browser proves nothing. Anything but a clear yes is a no. Keep the token, and ask again where
 * it counts: it answers for 30 minutes. If you keep the answer instead, ask with `&once=1`.
 */
export async function isConfirmed(
  { url, pluginKey }: Ageway,
  token: string,
  deviceId: string,
  age: number,
  patienceMs = PATIENCE_MS,
): Promise<boolean> {
  const path = [token, deviceId].map(encodeURIComponent).join("/");
  try {
    const answer = await fetch(`${url}/api/auth_check/${path}?plugin_key=${encodeURIComponent(pluginKey)}`, {
      signal: AbortSignal.timeout(patienceMs),
    });
    if (answer.status !== 200) return false;
    const proof = (await answer.json()) as { verified?: unknown; age?: unknown };
    return proof.verified === true && Number.isInteger(proof.age) && Number(proof.age) >= age;
  } catch {
    return false;
  }
}
