import { randomUUID } from "node:crypto";
import type { ProviderId } from "#db/schema/values.rules.ts";
import { deviceDigest } from "#lib/crypto/digest.ts";
import { decryptId } from "#lib/crypto/opaque-id.ts";
import type { History } from "./history.ts";
import { type HttpAnswer, NoAnswer, type Sent } from "./http.ts";

export type CallingShop = { id: string; key: string; domain: string };
export type Send = (path: string, sent?: Sent) => Promise<HttpAnswer>;

/** What is to be billed once, however often it is sent. `key`: its Idempotency-Key; `null`: it may be sent once. */
export type Order = { shop: CallingShop; provider: ProviderId; device: string; key: string | null };

export type CalledLink = { order: Order; url: string; verification: string };

/** `repeat`: whether it was done is unknown, or it certainly was not. */
export type Called = { ok: true; link: CalledLink } | { ok: false; repeat: boolean };

export function newOrder(shop: CallingShop, provider: ProviderId, isRepeatable: boolean): Order {
  return { shop, provider, device: randomUUID(), key: isRepeatable ? randomUUID() : null };
}

export function pathIn({ shop, provider, device }: Order): string {
  return `/api/url_generator_${provider}/${shop.key}/${device}/18?domain=${encodeURIComponent(shop.domain)}`;
}

/** Writes the call into the history, and what its answer promised. */
export function beginCall(history: History, order: Order) {
  const { shop, provider, device, key } = order;
  const digest = deviceDigest(shop.id, device).toString("hex");
  const called = history.begin({ name: "generate", provider, organization: shop.id, device: digest, order: key });
  return {
    heard({ status, text }: { status: number; text: string }): Called {
      if (status === 200) {
        const { url } = JSON.parse(text) as { url: string };
        const verification = decryptId("session", new URL(url).searchParams.get("session") ?? "") ?? "no session";
        called.ok({ verification });
        return { ok: true, link: { order, url, verification } };
      }
      // A 503 does not promise that nothing was stored (contract §1).
      if (status >= 500) called.unknown(String(status));
      else called.fail(`${status}`);
      return { ok: false, repeat: status >= 500 };
    },
    lost(fault: unknown): Called {
      if (!(fault instanceof NoAnswer)) throw fault;
      if (fault.wasSent) called.unknown(fault.message);
      else called.fail(fault.message);
      return { ok: false, repeat: true };
    },
  };
}

export async function call(send: Send, history: History, order: Order): Promise<Called> {
  const { heard, lost } = beginCall(history, order);
  const headers = order.key === null ? {} : { "Idempotency-Key": order.key };
  return send(pathIn(order), { headers }).then(heard, lost);
}
