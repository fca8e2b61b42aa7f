import type { JWK } from "jose";

/** The relying party at each of the two issuers: one proves itself with a secret, one with a key. */
export type Clients = {
  s: { clientId: string; clientSecret: string; redirectUris: string[] };
  /** `encryptionJwk`: what an eID encrypts to, where its dialect does. */
  b: { clientId: string; jwk: JWK; encryptionJwk?: JWK; redirectUris: string[] };
};

/** Throws in one line where the JSON is not what it must be. */
export function readClients(json: string | undefined): Clients {
  const complaint =
    "SANDBOX_EID_CLIENTS must be JSON: { s: { clientId, clientSecret, redirectUris }, b: { clientId, jwk, redirectUris } }";
  try {
    const clients = JSON.parse(json ?? "") as Clients;
    const isComplete = [clients.s.clientId, clients.s.clientSecret, clients.b.clientId, clients.b.jwk.kty].every(
      (text) => typeof text === "string",
    );
    if (isComplete && Array.isArray(clients.s.redirectUris) && Array.isArray(clients.b.redirectUris)) return clients;
  } catch {
    // Said below, in words.
  }
  throw new Error(complaint);
}
