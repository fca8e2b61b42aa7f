import type { ProviderConfiguration } from "#lib/eid/providers.ts";
import { type Trial, tryCredentials } from "#lib/eid/trial.ts";
import { type Found, ok, plain, warn, wrong } from "./finding.ts";

/** Says whether the eID takes our credentials, and what to mend where it does not. `name`: such as EID_S. */
export async function tryEid(name: string, provider: ProviderConfiguration, redirectUri: string): Promise<Found> {
  const trial = await tryCredentials(provider, redirectUri);
  if (trial.is === "refused") return refused(name, provider, redirectUri, trial);
  if (trial.is === "failed" && trial.member !== null)
    return wrong(
      `The eID's answer to our ${trial.by === "code" ? "question for a token" : "request"} has no sound ${trial.member}`,
      "No visitor can be sent there. Tell the eID, with the name of this member.",
    );
  if (trial.is === "failed")
    return wrong(
      `The eID did not answer our ${trial.by === "code" ? "question for a token" : "request"}${trial.status ? ` (status ${trial.status})` : ""}`,
      "Its discovery document is there, so ask its status page. Run the check again in a minute.",
    );
  if (trial.by === "request")
    return ok(
      "The eID took a request, which was thrown away: it knows our client, our key or secret, and the redirect URI",
    );
  return warn("The eID gave a token for a code that we made up", "Do not use it: ask the eID how that can be.");
}

function refused(
  name: string,
  provider: ProviderConfiguration,
  redirectUri: string,
  { by, code, words }: Extract<Trial, { is: "refused" }>,
): Found {
  const quoted = `It said ${plain([code, words].filter(Boolean).join(": "))}.`;
  if (by === "code" && code === "invalid_grant")
    return ok(
      "The eID knows our client, and our key or secret: it refused only a code that we made up. It takes no pushed requests, so whether it knows the redirect URI shows in the first check with a test key",
    );
  if (/redirect/i.test(`${code} ${words}`))
    return wrong(
      `The eID does not know the redirect URI ${redirectUri}`,
      `Register it there, to the letter. ${quoted}`,
    );
  if (code === "invalid_client" || code === "unauthorized_client")
    return wrong(`The eID does not accept our credentials`, `${credentialsOf(name, provider)} ${quoted}`);
  if (code === "invalid_scope")
    return wrong(
      `The eID does not give us the scopes ${provider.scopes.join(" ")}`,
      `Have them allowed for your client, or set ${name}_SCOPES. ${quoted}`,
    );
  if (code === "invalid_request_object" || code === "request_not_supported")
    return wrong(
      "The eID does not accept how the request is signed",
      `It must know the public half of ${name}_PRIVATE_KEY, and its algorithm. ${quoted}`,
    );
  return wrong(
    "The eID refused a request of ours",
    `Compare scopes, ${name}_ACR_VALUES and what your contract covers with what is registered there. ${quoted}`,
  );
}

function credentialsOf(name: string, { authentication }: ProviderConfiguration): string {
  const id = `Compare ${name}_CLIENT_ID`;
  if (authentication.method !== "private_key_jwt")
    return `${id} and ${name}_CLIENT_SECRET with what it gave you: a secret that expired, was replaced or is of its test eID does not hold. Some eIDs want it in the body: ${name}_TOKEN_ENDPOINT_AUTH_METHOD=client_secret_post.`;
  const { kid } = authentication.privateJwk;
  const key = typeof kid === "string" ? `the key ${kid}` : "the key, whose kid is its thumbprint,";
  return `${id} with what it gave you, and see that it knows ${key} of our list: an eID may keep an older list for a day, or want the public key registered by hand.`;
}
