import { createServer } from "node:http";
import { exportJWK, generateKeyPair } from "jose";
import { Provider } from "oidc-provider";
import { createMemoryAdapter } from "oidc-provider/lib/adapters/memory_adapter.js";

type Person = { sub: string; email?: string; email_verified?: boolean };

/** A company's OpenID provider, at SIGN_IN_ISSUER: signs in whoever `asks` names, without asking anything. */
export async function startSignInProvider() {
  const issuer = String(process.env.SIGN_IN_ISSUER);
  const people = new Map<string, Person>();
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  let next: Person = { sub: "nobody" };
  const provider = new Provider(issuer, {
    adapter: createMemoryAdapter(0),
    clients: [
      {
        client_id: String(process.env.SIGN_IN_CLIENT_ID),
        client_secret: String(process.env.SIGN_IN_CLIENT_SECRET),
        redirect_uris: [`${process.env.BASE_URL}/api/auth/callback/oidc`],
        response_types: ["code"],
        grant_types: ["authorization_code"],
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
    if (!request.url?.startsWith("/login/")) return provider.callback()(request, response);
    people.set(next.sub, next);
    await provider.interactionFinished(request, response, { login: { accountId: next.sub } });
  });
  await new Promise<void>((done) => server.listen(Number(new URL(issuer).port), done));
  return {
    signsIn: (person: Person) => {
      next = person;
    },
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
