import { setTimeout as wait } from "node:timers/promises";
import { decodeJwt, importJWK, type JWK, type JWTPayload, SignJWT, UnsecuredJWT } from "jose";
import type { Provider } from "oidc-provider";
import type { Login } from "./dialect.ts";
import type { Behaviour, Persona } from "./persona.ts";

type Options = {
  alg: string;
  key: JWK;
  slowMs: number;
  sendsLoginTime: boolean;
  newKey: () => Promise<JWK>;
  levelOf: ((login: Login) => string) | undefined;
  /** To the relying party, where the dialect encrypts. The last step: what is wrong with a token is inside. */
  encrypt: (idToken: string) => Promise<string>;
  accountOf: (accountId: string) => { persona: Persona; login: Login } | undefined;
};

/** The claims that a misbehaving eID changes. The rest of its answer is right, and so is the signature. */
const WRONG_CLAIMS: Partial<Record<Behaviour, (claims: JWTPayload) => JWTPayload>> = {
  "wrong-nonce": (claims) => ({ ...claims, nonce: "another-request" }),
  "wrong-issuer": (claims) => ({ ...claims, iss: "https://somebody-else.example" }),
  "wrong-audience": (claims) => ({ ...claims, aud: "somebody-else" }),
  "expired-token": (claims) => ({ ...claims, iat: (claims.iat ?? 0) - 7200, exp: (claims.exp ?? 0) - 7200 }),
};

/** Changes the provider's answers. A fault belongs to one login, which is found by the account of the authorization code. */
export function injectFault(
  provider: Provider,
  { alg, key, slowMs, sendsLoginTime, newKey, levelOf, encrypt, accountOf }: Options,
): void {
  const rotatedIn: JWK[] = [];
  provider.use(async (ctx, next) => {
    await next();
    if (ctx.path.endsWith("/jwks")) {
      const { keys } = ctx.body as { keys: JWK[] };
      ctx.body = { keys: [...keys, ...rotatedIn.map(publicPart)] };
    }
    const body = ctx.body as { id_token?: string } | undefined;
    if (ctx.path.endsWith("/token") && body?.id_token !== undefined) {
      const account = accountOf(ctx.oidc.entities.Account?.accountId ?? "");
      const behaviour = account?.persona.behaviour;
      if (behaviour === "slow") await wait(slowMs);
      if (behaviour === "down") {
        ctx.status = 500;
        ctx.body = { error: "server_error" };
      } else {
        const signed = await withFault(body.id_token, behaviour, account?.login);
        body.id_token = await encrypt(signed);
      }
    }
  });

  async function withFault(
    idToken: string,
    behaviour: Behaviour | undefined,
    login: Login | undefined,
  ): Promise<string> {
    const { auth_time, ...others } = decodeJwt(idToken);
    const claims = {
      ...others,
      ...(sendsLoginTime && { auth_time: Math.floor(+(login?.signedInAt ?? new Date()) / 1000) }),
      ...(levelOf && login && { acr: levelOf(login) }),
    };
    if (behaviour === "unsigned-token") return new UnsecuredJWT(claims).encode();
    if (behaviour === "forged-signature") return sign(claims, { ...(await newKey()), kid: key.kid ?? "" });
    if (behaviour === "rotated-key") {
      const fresh = await newKey();
      rotatedIn.push(fresh);
      rotatedIn.splice(0, rotatedIn.length - 20);
      return sign(claims, fresh);
    }
    const falsify = behaviour && WRONG_CLAIMS[behaviour];
    return sign(falsify ? falsify(claims) : claims, key);
  }

  async function sign(claims: JWTPayload, by: JWK): Promise<string> {
    return new SignJWT(claims).setProtectedHeader({ alg, kid: by.kid ?? "" }).sign(await importJWK(by, alg));
  }
}

function publicPart({ d, p, q, dp, dq, qi, ...key }: JWK): JWK {
  return key;
}
