import * as oidc from "openid-client";
import { clientOf } from "./client.ts";
import { memberOf } from "./failed.ts";
import { TIMEOUT_SECONDS } from "./fetch.ts";
import type { ProviderConfiguration } from "./providers.ts";
import { addressFor, pushes } from "./relying-party.ts";

/**
 * Holds what an eID made of our credentials, though no visitor is there. `by`: a request that we pushed and nobody
 * follows, or, where the eID takes none, a code that we made up. `code` and `words`: the eID's own, of a refusal; `null`:
 * it gave none.
 */
export type Trial = { by: "request" | "code" } & ({ is: "taken" } | Ended);

/** `member`: of the answer, which has not the form that it must have; `null`: it is not known. */
type Ended =
  | { is: "refused"; code: string; words: string }
  | { is: "failed"; status: number | null; member: string | null };

const NOBODY = "ageway-eid-check";

export async function tryCredentials(provider: ProviderConfiguration, redirectUri: string): Promise<Trial> {
  const client = await clientOf(provider, AbortSignal.timeout(TIMEOUT_SECONDS * 1000));
  const by = pushes(provider, client) ? "request" : "code";
  const codeVerifier = "v".repeat(43);
  try {
    if (by === "request") {
      const secrets = { state: NOBODY, nonce: NOBODY, codeVerifier };
      await addressFor(provider, { ...secrets, redirectUri, minimumAge: 18, locale: "en" }, client);
    } else {
      const made = { code: NOBODY, redirect_uri: redirectUri, code_verifier: codeVerifier };
      await oidc.genericGrantRequest(client, "authorization_code", made);
    }
    return { by, is: "taken" };
  } catch (error) {
    return { by, ...endedBy(error) };
  }
}

function endedBy(error: unknown): Ended {
  // RFC 6749, 5.2: with this status the eID refuses the client, also where its body says nothing.
  if (error instanceof oidc.WWWAuthenticateChallengeError) return { is: "refused", code: "invalid_client", words: "" };
  if (error instanceof oidc.ResponseBodyError && error.status < 500)
    return { is: "refused", code: error.error, words: error.error_description ?? "" };
  const status = error instanceof oidc.ResponseBodyError ? error.status : null;
  return { is: "failed", status, member: memberOf(error) ?? null };
}
