import { createServer } from "node:http";
import { exportJWK, generateKeyPair } from "jose";
import { Provider } from "oidc-provider";
import { memoryAdapter } from "#sandbox/eid/memory-adapter.ts";

type Person = { sub: string; email?: string; email_verified?: boolean | string };

/**
 * A company's OpenID provider, at SIGN_IN_ISSUER: signs in the person whom `signsIn` names. `askedMinutesAgo`: it answers from a
 * single sign-on that began then, whatever is asked of it.
 */
export async function startSignInProvider() {
  const issuer = String(process.env.SIGN_IN_ISSUER);
  const people = new Map<string, Person>();
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  let next: Person = { sub: "nobody" };
  let askedMinutesAgo: number | null = null;
  let asked = new URLSearchParams();
  const provider = new Provider(issuer, {
    adapter: memoryAdapter(),
    clients: [
      {
        client_id: String(process.env.SIGN_IN_CLIENT_ID),
        client_secret: String(process.env.SIGN_IN_CLIENT_SECRET),
        redirect_uris: [`${process.env.BASE_URL}/api/auth/callback/oidc`],
        response_types: ["code"],
        grant_types: ["authorization_code"],
        require_auth_time: true,
      },
    ],
    claims: { openid: ["sub"], email: ["email", "email_verified"] },
    conformIdTokenClaims: false,
    cookies: { keys: ["test"] },
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: "RS256", use: "sig", kid: "test" }] },
    ttl: { AccessToken: 300, AuthorizationCode: 60, IdToken: 300, Interaction: 300, Session: 60, Grant: 300 },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/login/${uid}` },
    findAccount: (_ctx, accountId) => ({
      accountId,
      claims: async () => ({ ...people.get(accountId), sub: accountId }),
    }),
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? "",
        accountId: oidc.session?.accountId ?? "",
      });
      grant.addOIDCScope("openid email");
      await grant.save();
      return grant;
    },
  });
  const server = createServer(async (request, response) => {
    if (request.url?.startsWith("/auth?")) {
      asked = new URLSearchParams(request.url.slice("/auth?".length));
      if (askedMinutesAgo !== null) request.url = request.url.replace(/&?\b(?:prompt|max_age)=[^&]*/g, "");
    }
    if (!request.url?.startsWith("/login/")) return provider.callback()(request, response);
    people.set(next.sub, next);
    const ts = Math.floor(Date.now() / 1000) - (askedMinutesAgo ?? 0) * 60;
    await provider.interactionFinished(request, response, { login: { accountId: next.sub, ts } });
  });
  await new Promise<void>((done, fail) => {
    server.once("error", fail).listen(Number(new URL(issuer).port), done);
  });
  return {
    signsIn: (person: Person, since: number | null = null) => {
      [next, askedMinutesAgo] = [person, since];
    },
    /** What it was asked the last time. */
    asked: () => asked,
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
