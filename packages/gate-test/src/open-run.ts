import type { Fetch } from "./fetch.ts";

export type Run = { address: string; secret: string; expiresAt: string };

type Wanted = { base: string; key: string; shop: string; secretOfKey: string | undefined; signal: AbortSignal };

const PATIENCE_MS = 15_000;

/** Asks the instance for a run; a string: why there is none. It opens one only for a shop on loopback or on a verified domain. */
export async function openRun(fetch: Fetch, { base, key, shop, secretOfKey, signal }: Wanted): Promise<Run | string> {
  const headers = {
    Accept: "application/json",
    "Content-Type": "application/json",
    ...(secretOfKey && { Authorization: `Bearer ${secretOfKey}` }),
  };
  const body = JSON.stringify({ plugin_key: key, shop });
  const bounded = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
  try {
    const answer = await fetch(`${base}/doctor`, { method: "POST", headers, body, signal: bounded });
    const opened = (await answer.json()) as Record<string, unknown>;
    const { address, secret, expires_at: expiresAt } = opened;
    if (answer.status === 201 && typeof address === "string" && typeof secret === "string")
      return { address, secret, expiresAt: String(expiresAt) };
    const words = [opened.title, opened.detail, opened.fix].filter((text) => typeof text === "string").map(ended);
    return `Ageway opened no run for ${shop} (${opened.reason ?? answer.status}). ${words.join(" ")}`;
  } catch (error) {
    const why = bounded.aborted
      ? "no answer came"
      : error instanceof SyntaxError
        ? "the answer is no JSON"
        : "nobody listens there";
    return `Ageway cannot be asked at ${base}/doctor: ${why}.`;
  }
}

/** With a full stop, so that another sentence can follow. */
function ended(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
