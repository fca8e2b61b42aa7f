import { hash, type KeyObject } from "node:crypto";

/** Of SHA-256, in bytes. */
const [BLOCK, DIGEST] = [64, 32];

/** What the inner and the outer hash of a key begin with. The outer one has room for the inner hash behind it. */
type Pads = { inner: Buffer; outer: Buffer };
const known = new WeakMap<KeyObject, Pads>();

/**
 * HMAC-SHA-256 (RFC 2104) from two plain hashes. Every call of a shop needs three to five of them, and `createHmac` takes twice
 * as long (1.8 us, not 0.9) and leaves an object of OpenSSL to the garbage collector. The hashes come as text: Node makes a
 * Buffer of that in 0.1 us, and takes 0.7 us to take one over from OpenSSL.
 */
export function hmac(key: KeyObject, message: string | Uint8Array): Buffer {
  const { inner, outer } = padsOf(key);
  const isText = typeof message === "string";
  const whole = Buffer.allocUnsafe(BLOCK + (isText ? Buffer.byteLength(message) : message.length));
  whole.set(inner);
  if (isText) whole.write(message, BLOCK);
  else whole.set(message, BLOCK);
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
