import { hash, type KeyObject } from "node:crypto";

/** Of SHA-256, in bytes. */
const [BLOCK, DIGEST] = [64, 32];

/** What the inner and the outer hash of a key begin with. The outer one has room for the inner hash behind it. */
type Pads = { inner: Buffer; outer: Buffer };
const known = new WeakMap<KeyObject, Pads>();

/**
 * Makes an HMAC-SHA-256 (RFC 2104) of two plain hashes. A call of a shop needs three to five. With `createHmac`, which makes an
 * object of OpenSSL for each, a token check costs the server a sixth more.
 */
export function hmac(key: KeyObject, message: string | Uint8Array): Buffer {
  const { inner, outer } = padsOf(key);
  const whole = Buffer.concat([inner, typeof message === "string" ? Buffer.from(message) : message]);
  outer.write(hash("sha256", whole, "binary"), BLOCK, "latin1");
  return Buffer.from(hash("sha256", outer, "binary"), "latin1");
}

function padsOf(key: KeyObject): Pads {
  const pads = known.get(key) ?? padsFor(key.export());
  known.set(key, pads);
  return pads;
}

function padsFor(secret: Buffer): Pads {
  const block = secret.length > BLOCK ? hash("sha256", secret, "buffer") : secret;
  const [inner, outer] = [Buffer.alloc(BLOCK, 0x36), Buffer.alloc(BLOCK + DIGEST, 0x5c)];
  for (const [n, byte] of block.entries()) {
    inner[n] = byte ^ 0x36;
    outer[n] = byte ^ 0x5c;
  }
  return { inner, outer };
}
