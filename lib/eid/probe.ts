/** Asks an address without credentials: its status, or `null` where it does not answer in time. An endpoint for POST refuses this, and so shows that it works. */
export async function statusAt(url: string, limitMs: number, method = "GET"): Promise<number | null> {
  try {
    const response = await fetch(url, { method, redirect: "manual", signal: AbortSignal.timeout(limitMs) });
    await response.body?.cancel();
    return response.status;
  } catch {
    return null;
  }
}
