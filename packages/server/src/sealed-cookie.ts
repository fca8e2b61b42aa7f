import { isRecord } from "./proof.ts";
import type { Session } from "./session.ts";

/** A session in one encrypted cookie */
export type SealedCookie = {
  /** Empty, where the `Cookie` header brings none that opens */
  open(cookies: string | null | undefined, isHttps: boolean): Promise<Session>;
  /** The `Set-Cookie` line */
  seal(session: Session, isHttps: boolean): Promise<string>;
};

export type SealedCookieOptions = {
  /** At least 32 random characters. Of several the first seals, and all open. */
  secret: string | readonly string[] | undefined;
  /** `ageway` unless told; `__Host-ageway` on https */
  name?: string;
};

/** As long as an instance knows a check at most. */
const TTL_S = 24 * 60 * 60;
const MIN_SECRET = 32;
const IV_BYTES = 12;

export function sealedCookie({ secret, name = "ageway" }: SealedCookieOptions): SealedCookie {
  const secrets = typeof secret === "string" ? [secret] : [...(secret ?? [])];
  if (secrets.length === 0 || secrets.some((one) => typeof one !== "string" || one.length < MIN_SECRET))
    throw new TypeError(`secret must have at least ${MIN_SECRET} random characters`);
  if (!/^[\w-]+$/.test(name)) throw new TypeError("name must be letters, digits, _ and -");
  // Derived at the first request: a worker may not compute while it loads.
  let derived: Promise<CryptoKey[]> | undefined;
  const keys = () => {
    derived ??= Promise.all(secrets.map(keyOf));
    return derived;
  };
  const nameFor = (isHttps: boolean) => (isHttps ? `__Host-${name}` : name);

  async function open(cookies: string | null | undefined, isHttps: boolean): Promise<Session> {
    const full = nameFor(isHttps);
    for (const text of valuesOf(cookies ?? "", full))
      for (const key of await keys()) {
        const session = await opened(text, key, full);
        if (session !== null) return session;
      }
    return {};
  }

  async function seal({ ageway }: Session, isHttps: boolean): Promise<string> {
    const [key] = await keys();
    const full = nameFor(isHttps);
    const text = JSON.stringify({ ageway, ends: Math.floor(Date.now() / 1_000) + TTL_S });
    const attributes = `Path=/; Max-Age=${TTL_S}; HttpOnly; SameSite=Lax${isHttps ? "; Secure" : ""}`;
    return `${full}=${await sealed(text, key as CryptoKey, full)}; ${attributes}`;
  }

  return { open, seal };
}

const encoder = new TextEncoder();

async function keyOf(secret: string): Promise<CryptoKey> {
  const { subtle } = crypto;
  const material = await subtle.importKey("raw", encoder.encode(secret), "HKDF", false, ["deriveKey"]);
  const derivation = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: encoder.encode("ageway session") };
  return subtle.deriveKey(derivation, material, { name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
}

/** The name is sealed with it, so that a cookie counts under no other. */
const cipher = (iv: Uint8Array<ArrayBuffer>, name: string) => ({
  name: "AES-GCM",
  iv,
  additionalData: encoder.encode(name),
});

async function sealed(text: string, key: CryptoKey, name: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const bytes = new Uint8Array(await crypto.subtle.encrypt(cipher(iv, name), key, encoder.encode(text)));
  const base64 = btoa(String.fromCharCode(...iv, ...bytes));
  return base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** `null`: made by somebody else, changed, or older than a day. */
async function opened(text: string, key: CryptoKey, name: string): Promise<Session | null> {
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const iv = bytes.slice(0, IV_BYTES);
    const plain = await crypto.subtle.decrypt(cipher(iv, name), key, bytes.slice(IV_BYTES));
    const content: unknown = JSON.parse(new TextDecoder().decode(plain));
    if (!isRecord(content) || Number(content.ends) * 1_000 <= Date.now()) return null;
    return { ageway: content.ageway };
  } catch {
    return null;
  }
}

function valuesOf(cookies: string, name: string): string[] {
  const pairs = cookies.split(";").map((pair) => pair.trim());
  return pairs.filter((pair) => pair.startsWith(`${name}=`)).map((pair) => pair.slice(name.length + 1));
}
