import { createHmac } from "node:crypto";
import { newId, seconds } from "./account.ts";

export type StripeEvent = { id: string; object: "event"; type: string; created: number; data: { object: object } };

/** The address for events, and the secret that signs them. */
export type WebhookEndpoint = { url: string; secret: string };

export function eventOf(type: string, object: object): StripeEvent {
  // A copy: an event shows the object as it was then.
  return { id: newId("evt"), object: "event", type, created: seconds(), data: { object: structuredClone(object) } };
}

/** The header `Stripe-Signature`. `at`: Unix time in seconds. */
export function signatureOf(body: string, secret: string, at = seconds()): string {
  return `t=${at},v1=${createHmac("sha256", secret).update(`${at}.${body}`).digest("hex")}`;
}

/** Delivers an event once; this Stripe does not retry. */
export async function postEvent({ url, secret }: WebhookEndpoint, event: StripeEvent): Promise<number> {
  const body = JSON.stringify(event);
  const headers = { "Content-Type": "application/json; charset=utf-8", "Stripe-Signature": signatureOf(body, secret) };
  const { status } = await fetch(url, { method: "POST", headers, body, signal: AbortSignal.timeout(10_000) });
  return status;
}
