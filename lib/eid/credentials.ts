import { createPrivateKey, type JsonWebKey } from "node:crypto";
import type { ProviderSettings } from "./settings.ts";

type PrivateJwk = Record<string, unknown>;
/** `method`: `token_endpoint_auth_method` of OpenID Connect. */
export type Authentication =
  | { method: "client_secret_basic" | "client_secret_post"; secret: string }
  | { method: "private_key_jwt"; privateJwk: PrivateJwk };

/** Tells how answers are encrypted to us. `keys`: private JWKs, each with its `kid` and `alg`; while they change, old and new. */
export type Decryption = { contentEncryption: string; keys: readonly PrivateJwk[] };

type Source = { get: (name: string) => string | undefined; prefix: string; problems: string[] };

/** Reads how we prove to the eID who we are. `method`: what preset or operator fixed. */
export function readAuthentication(
  { get, prefix, problems }: Source,
  method: ProviderSettings["authMethod"],
): Authentication {
  const secret = get("CLIENT_SECRET");
  const jwk = parseJson(get("PRIVATE_KEY"), `${prefix}_PRIVATE_KEY`, problems);
  const isKey = get("PRIVATE_KEY") !== undefined;
  if (secret !== undefined && isKey)
    problems.push(`${prefix}_CLIENT_SECRET and ${prefix}_PRIVATE_KEY contradict each other: keep one`);
  else if (secret === undefined && !isKey) problems.push(lackOf(prefix, method));
  else if (method !== undefined && isKey !== (method === "private_key_jwt"))
    problems.push(
      `${prefix}_TOKEN_ENDPOINT_AUTH_METHOD is ${method}, so give ${isKey ? `${prefix}_CLIENT_SECRET instead of ${prefix}_PRIVATE_KEY` : `${prefix}_PRIVATE_KEY instead of ${prefix}_CLIENT_SECRET`}`,
    );
  if (!isKey) return { method: method === "client_secret_post" ? method : "client_secret_basic", secret: secret ?? "" };
  const algs = jwk === undefined ? [] : signingAlgsOf(jwk);
  const { alg = algs[0] } = (jwk ?? {}) as PrivateJwk;
  if (jwk !== undefined && algs.length === 0)
    problems.push(
      `${prefix}_PRIVATE_KEY must be a whole private key as a JWK: EC (P-256, P-384), Ed25519, or RSA of 2,048 bits or more`,
    );
  else if (jwk !== undefined && !algs.some((one) => one === alg))
    problems.push(`${prefix}_PRIVATE_KEY names the alg ${alg}; such a key signs with ${algs.join(" or ")}`);
  return { method: "private_key_jwt", privateJwk: { ...(jwk as object), alg } };
}

function lackOf(prefix: string, method: ProviderSettings["authMethod"]): string {
  const [secret, key] = [`${prefix}_CLIENT_SECRET`, `${prefix}_PRIVATE_KEY`];
  const wanted = method === undefined ? `${secret} or ${key}` : method === "private_key_jwt" ? key : secret;
  return `${wanted} is missing: how we prove to the eID who we are`;
}

/** `null`: the eID does not encrypt. `encrypts`: the preset says so, perhaps without the algorithm. */
export function readDecryption(
  { get, prefix, problems }: Source,
  contentEncryption: ProviderSettings["contentEncryption"],
  encrypts: boolean,
): Decryption | null {
  const name = `${prefix}_DECRYPTION_KEYS`;
  const keys = parseJson(get("DECRYPTION_KEYS"), name, problems);
  if (get("DECRYPTION_KEYS") === undefined) {
    if (encrypts)
      problems.push(`${name} is missing: this eID encrypts its answers, and these are the keys that open them`);
    return null;
  }
  if (!encrypts)
    problems.push(
      `${prefix}_CONTENT_ENCRYPTION is missing: say how the eID encrypts its answers, such as A128CBC-HS256`,
    );
  if (keys === undefined) return null;
  if (!Array.isArray(keys) || keys.length === 0 || !keys.every(isDecryptionKey))
    problems.push(
      `${name} must be a JSON list of private JWKs with "kid" and "alg": RSA of 2,048 bits or more (RSA-OAEP-256), or EC P-256 (ECDH-ES, ECDH-ES+A128KW, ECDH-ES+A256KW)`,
    );
  else if (new Set(keys.map(({ kid }) => kid)).size !== keys.length)
    problems.push(`${name} names a "kid" twice: the eID would not know which key it encrypts to`);
  else if (contentEncryption !== undefined) return { contentEncryption, keys };
  return null;
}

/** Named in full, so that an answer cannot choose: neither a weaker algorithm nor one whose work it sets itself (PBES2). */
const KEY_ALGS: Record<string, readonly string[]> = {
  rsa: ["RSA-OAEP-256"],
  ec: ["ECDH-ES", "ECDH-ES+A128KW", "ECDH-ES+A256KW"],
};

function isDecryptionKey(jwk: PrivateJwk | null): boolean {
  if (typeof jwk?.kid !== "string" || jwk.kid === "") return false;
  const key = privateKeyOf(jwk);
  const isLong = (key?.asymmetricKeyDetails?.modulusLength ?? 0) >= 2048;
  const isCurve = key?.asymmetricKeyDetails?.namedCurve === "prime256v1";
  return (isLong || isCurve) && (KEY_ALGS[key?.asymmetricKeyType ?? ""]?.includes(String(jwk.alg)) ?? false);
}

/** The algorithms that a private key can sign with, of which the first is meant where the key names none; empty: it cannot sign. */
function signingAlgsOf(jwk: unknown): readonly string[] {
  const { asymmetricKeyType, asymmetricKeyDetails } = privateKeyOf(jwk) ?? {};
  if (asymmetricKeyType === "ed25519") return ["EdDSA", "Ed25519"];
  if (asymmetricKeyType === "ec") return ALGS_OF_CURVE[asymmetricKeyDetails?.namedCurve ?? ""] ?? [];
  return asymmetricKeyType === "rsa" && (asymmetricKeyDetails?.modulusLength ?? 0) >= 2048 ? RSA_ALGS : [];
}

const ALGS_OF_CURVE: Record<string, readonly string[]> = { prime256v1: ["ES256"], secp384r1: ["ES384"] };
const RSA_ALGS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"];

function privateKeyOf(jwk: unknown) {
  try {
    return createPrivateKey({ key: jwk as JsonWebKey, format: "jwk" });
  } catch {
    return null;
  }
}

export function parseJson(text: string | undefined, name: string, problems: string[]): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    const isPem = text.trimStart().startsWith("-----BEGIN");
    problems.push(`${name} ${isPem ? "is a PEM, and must be a JWK: ageway eid key makes one" : "is not valid JSON"}`);
    return undefined;
  }
}
