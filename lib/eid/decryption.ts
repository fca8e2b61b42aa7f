import { compactDecrypt, decodeProtectedHeader, importJWK, type JWK } from "jose";
import * as oidc from "openid-client";
import type { ProviderConfiguration } from "./providers.ts";
import { hrefOf, objectIn } from "./usual-answer.ts";

type Decryption = NonNullable<ProviderConfiguration["decryption"]>;

/** Opens answers before the library, which would also take plain ones, and refuses some while our keys change. */
export function decryptingFetch(
  fetch: oidc.CustomFetch,
  { token_endpoint, userinfo_endpoint }: oidc.ServerMetadata,
  decryption: Decryption,
): oidc.CustomFetch {
  const [tokens, userinfo] = [hrefOf(token_endpoint), hrefOf(userinfo_endpoint)];
  return async (url, options) => {
    const answer = await fetch(url, options);
    if (!answer.ok || (url !== tokens && url !== userinfo)) return answer;
    const { status, headers } = answer;
    const text = await answer.text();
    const opened = url === tokens ? await withOpenIdToken(text, decryption) : await opening(text, decryption);
    return new Response(opened, { status, headers });
  };
}

/** The answer of the token endpoint. One without an ID token, or no JSON, is the library's to refuse. */
async function withOpenIdToken(text: string, decryption: Decryption): Promise<string> {
  const answer = objectIn(text);
  if (typeof answer?.id_token !== "string") return text;
  return JSON.stringify({ ...answer, id_token: await opening(answer.id_token, decryption) });
}

/**
 * Opens it with the key that the JWE names, or, where it names none, with each of its kind: an operator has two while
 * keys change.
 */
async function opening(jwe: string, { keys, contentEncryption }: Decryption): Promise<string> {
  // RFC 7516, 7.1: it has five parts.
  if (jwe.split(".").length !== 5) throw failure("EID_ANSWER_NOT_ENCRYPTED");
  const { kid, alg } = headerOf(jwe);
  const ours = (keys as JWK[]).filter((jwk) => jwk.alg === alg && (kid === undefined || kid === jwk.kid));
  for (const jwk of ours) {
    const key = await importJWK(jwk, jwk.alg);
    const plaintext = await compactDecrypt(jwe, key, {
      keyManagementAlgorithms: [String(jwk.alg)],
      contentEncryptionAlgorithms: [contentEncryption],
      // Compressed: nobody agreed on that, and it could be a hundred times larger than what was sent.
      maxDecompressedLength: 0,
    }).then(
      (opened) => opened.plaintext,
      () => null,
    );
    if (plaintext) return new TextDecoder().decode(plaintext);
  }
  throw failure(ours.length === 0 ? "EID_DECRYPTION_KEY_UNKNOWN" : "EID_DECRYPTION_FAILED");
}

function headerOf(jwe: string): { kid?: string | undefined; alg?: string | undefined } {
  try {
    return decodeProtectedHeader(jwe);
  } catch {
    throw failure("EID_DECRYPTION_FAILED");
  }
}

function failure(code: string): oidc.ClientError {
  return Object.assign(new oidc.ClientError("The eID's answer cannot be opened"), { code });
}
