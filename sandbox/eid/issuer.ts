import { randomBytes, randomUUID } from "node:crypto";
import { CompactEncrypt, exportJWK, generateKeyPair, importJWK, type JWK } from "jose";
import {
  type AccountClaims,
  type ClientMetadata,
  type Configuration,
  errors,
  interactionPolicy,
  Provider,
} from "oidc-provider";
import type { Clients } from "./clients.ts";
import type { Dialect, Login } from "./dialect.ts";
import { injectFault } from "./fault-injection.ts";
import { memoryAdapter } from "./memory-adapter.ts";
import { type Persona, todayIn } from "./persona.ts";

export type Name = "s" | "b";

/** Errors that personas cause on purpose. */
const EXPECTED_ERRORS = new Set(["access_denied", "interaction_required"]);

/** Sets how many logins are stored; the oldest is dropped first. */
const MAX_LOGINS = 10_000;

export type Issuer = {
  name: Name;
  provider: Provider;
  /** Makes an account for one login of a persona, and answers its id, which says nothing about the persona. */
  login(persona: Persona, asked: Record<string, unknown>): string;
};

type Account = { persona: Persona; login: Login };

const SESSION_MS = 60 * 60_000;

/** Holds what else an eID says of a person, though nobody asked: claims by their names. */
export type IdentityOf = (accountId: string) => Record<string, string>;

/** Makes the key that an issuer signs with. */
export type SigningKeyOf = (alg: Dialect["alg"]) => Promise<JWK>;

export async function createIssuer(
  name: Name,
  { alg, timeZone, scopes, claimNames, claims, sendsLoginTime, levelOf, encrypts }: Dialect,
  url: string,
  clients: Clients,
  slowMs: number,
  wantsPushed: boolean,
  identityOf: IdentityOf = () => ({}),
  signingKeyOf: SigningKeyOf = newKey,
): Promise<Issuer> {
  const takesSigned = name === "b" && (wantsPushed || encrypts !== undefined);
  const signingKey = await signingKeyOf(alg);
  const accounts = new Map<string, Account>();
  const provider = new Provider(`${url}/${name}`, {
    adapter: memoryAdapter(),
    clients: [clientOf(name, clients, alg, encrypts)],
    jwks: { keys: [signingKey] },
    scopes: ["openid", ...scopes],
    claims: {
      // Some schemes have no scope but this one.
      openid: ["sub", ...(scopes.length === 0 ? claimNames : []), ...Object.keys(identityOf(""))],
      ...Object.fromEntries(scopes.map((scope) => [scope, [...claimNames]])),
    },
    // The ID token contains the age, as those of real eIDs do.
    conformIdTokenClaims: false,
    extraParams: ["idp_values"],
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      pushedAuthorizationRequests: { enabled: wantsPushed, requirePushedAuthorizationRequests: wantsPushed },
      // Only a client with a key can sign.
      requestObjects: { enabled: takesSigned, requireSignedRequestObject: takesSigned },
      encryption: { enabled: encrypts !== undefined },
      jwtUserinfo: { enabled: encrypts !== undefined },
    },
    cookies: {
      keys: [randomBytes(32).toString("base64url")],
      // Cookies ignore ports, and everything here lives on localhost.
      names: {
        interaction: `sandbox_${name}_interaction`,
        resume: `sandbox_${name}_resume`,
        session: `sandbox_${name}_session`,
      },
    },
    interactions: { url: (_ctx, { uid }) => `/${name}/login/${uid}`, policy: loginEveryTime() },
    ttl: { AccessToken: 300, AuthorizationCode: 60, IdToken: 300, Interaction: 1800, Session: 60, Grant: 600 },
    findAccount: (_ctx, accountId) => {
      const account = accounts.get(accountId);
      if (!account) return undefined;
      const today = todayIn(timeZone);
      const known = account.persona.claims(today);
      return {
        accountId,
        claims: async (use, granted): Promise<AccountClaims> => ({
          sub: accountId,
          ...identityOf(accountId),
          ...claims(use, granted.split(" "), known, today, account.login),
        }),
      };
    },
    loadExistingGrant: grantWhatIsAsked(["openid", ...scopes]),
    renderError: (ctx, { error }) => {
      ctx.type = "text/plain";
      ctx.body = `Sandbox eID: ${error}`;
    },
  } satisfies Configuration);
  const report = (_ctx: unknown, error: Error) => {
    const code = error instanceof errors.OIDCProviderError ? error.error : error.name;
    if (!EXPECTED_ERRORS.has(code)) console.error(`${name}: ${code}`);
  };
  provider.on("server_error", report);
  provider.on("authorization.error", report);
  provider.on("grant.error", report);
  injectFault(provider, {
    alg,
    key: signingKey,
    slowMs,
    sendsLoginTime,
    levelOf,
    newKey: () => newKey(alg),
    encrypt: async (idToken) => (encrypts ? encryptTo(clients.b.encryptionJwk, encrypts, idToken) : idToken),
    accountOf: (accountId) => accounts.get(accountId),
  });
  provider.proxy = true;
  return { name, provider, login: (persona, asked) => remember(accounts, { persona, login: loginOf(persona, asked) }) };
}

function remember(accounts: Map<string, Account>, account: Account): string {
  const accountId = randomUUID();
  accounts.set(accountId, account);
  const [oldest] = accounts.keys();
  if (accounts.size > MAX_LOGINS && oldest !== undefined) accounts.delete(oldest);
  return accountId;
}

/**
 * Makes a login as a real eID does: a person who signed in before is still signed in, unless the request says to ask
 * again.
 */
function loginOf({ behaviour }: Persona, asked: Record<string, unknown>): Login {
  const text = (name: string) => String(asked[name] ?? "");
  const asksAgain = text("prompt").split(" ").includes("login") || text("max_age") === "0";
  const age = behaviour === "stale-login" || !asksAgain ? SESSION_MS : 0;
  return {
    signedInAt: new Date(Date.now() - age),
    acrValues: text("acr_values"),
    loginHint: text("login_hint"),
    idpValues: text("idp_values"),
  };
}

function clientOf(name: Name, clients: Clients, alg: "RS256" | "ES256", encrypts: Dialect["encrypts"]): ClientMetadata {
  const { clientId, redirectUris } = clients[name];
  const shared = {
    client_id: clientId,
    redirect_uris: redirectUris,
    response_types: ["code" as const],
    grant_types: ["authorization_code"],
    id_token_signed_response_alg: alg,
  };
  if (name === "s")
    return { ...shared, client_secret: clients.s.clientSecret, token_endpoint_auth_method: "client_secret_basic" };
  return {
    ...shared,
    jwks: { keys: [clients.b.jwk, ...(clients.b.encryptionJwk ? [clients.b.encryptionJwk] : [])] },
    token_endpoint_auth_method: "private_key_jwt",
    ...(encrypts && {
      userinfo_signed_response_alg: alg,
      userinfo_encrypted_response_alg: "ECDH-ES",
      userinfo_encrypted_response_enc: encrypts,
    }),
  } as ClientMetadata;
}

/** Nobody stays signed in: the next visitor at this computer may be somebody else. */
function loginEveryTime() {
  const policy = interactionPolicy.base();
  const always = new interactionPolicy.Check("every_time", "the sandbox asks every time", "login_required", (ctx) =>
    ctx.oidc.result?.login ? interactionPolicy.Check.NO_NEED_TO_PROMPT : interactionPolicy.Check.REQUEST_PROMPT,
  );
  policy.get("login")?.checks.add(always);
  return policy;
}

/** No consent page: a persona has nothing to hide. */
function grantWhatIsAsked(scopes: readonly string[]): NonNullable<Configuration["loadExistingGrant"]> {
  return async ({ oidc }) => {
    const grant = new oidc.provider.Grant({
      clientId: oidc.client?.clientId ?? "",
      accountId: oidc.session?.accountId ?? "",
    });
    grant.addOIDCScope(scopes.join(" "));
    await grant.save();
    return grant;
  };
}

async function encryptTo(jwk: JWK | undefined, enc: string, text: string): Promise<string> {
  const alg = "ECDH-ES";
  const key = await importJWK(jwk ?? {}, alg);
  return new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader({ alg, enc, kid: jwk?.kid ?? "", cty: "JWT" })
    .encrypt(key);
}

export async function newKey(alg: Dialect["alg"]): Promise<JWK> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true });
  return { ...(await exportJWK(privateKey)), alg, use: "sig", kid: randomUUID() };
}
