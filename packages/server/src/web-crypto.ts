/** Node 18 has Web Crypto in a module only. The specifier is no literal, so that no bundler for a browser or worker follows it. */
const NODE = "node:crypto";
export const webCrypto: Crypto = globalThis.crypto ?? ((await import(NODE)) as { webcrypto: Crypto }).webcrypto;

/** A UUID v4: a device id, or an `Idempotency-Key`. */
export function randomId(): string {
  return webCrypto.randomUUID();
}
