import { setTimeout as wait } from "node:timers/promises";
import { decodeJwt, importJWK, type JWK, type JWTPayload, SignJWT, UnsecuredJWT } from "jose";
import type { Provider } from "oidc-provider";
import type { Login } from "./dialect.ts";
import type { Persona, PersonaPermission } from "./persona.ts";

type Hand = {
  alg: string;
  key: JWK;
  slowMs: number;
  tellsLoginTime: boolean;
  newKey: () => Promise<JWK>;
  accountOf: (accountId: string) => { persona: Persona; login: Login } | undefined;
};

/** What each misbehaving eID says in place of the truth. Everything else about its answer is right, and rightly signed. */
const FLAWS: Partial<Record<PersonaPermission, (claims: JWTPayload) => JWTPayload>> = {
  "wrong-nonce": (claims) => ({ ...claims, nonce: "another-request" }),
  "wrong-issuer": (claims) => ({ ...claims, iss: "https://somebody-else.example" }),
  "wrong-audience": (claims) => ({ ...claims, aud: "somebody-else" }),
  "expired-token": (claims) => ({ ...claims, iat: (claims.iat ?? 0) - 7200, exp: (claims.exp ?? 0) - 7200 }),
};

/** Puts itself between the provider and its answers. A flaw belongs to one login: what it spoils is found by the code's account. */
export function injectFault(provider: Provider, { alg, key, slowMs, tellsLoginTime, newKey, accountOf }: Hand): void {
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
      const permission = account?.persona.permission;
      if (permission === "slow") await wait(slowMs);
      if (permission === "down") {
        ctx.status = 500;
        ctx.body = { error: "server_error" };
      } else {
        body.id_token = await spoilt(body.id_token, permission, account?.login.signedInAt ?? new Date());
      }
    }
  });

  async function spoilt(idToken: string, permission: PersonaPermission | undefined, signedInAt: Date): Promise<string> {
    const { auth_time, ...untimed } = decodeJwt(idToken);
    const claims = tellsLoginTime ? { ...untimed, auth_time: Math.floor(+signedInAt / 1000) } : untimed;
    if (permission === "unsigned-token") return new UnsecuredJWT(claims).encode();
    if (permission === "forged-signature") return sign(claims, { ...(await newKey()), kid: key.kid ?? "" });
    if (permission === "rotated-key") {
      const fresh = await newKey();
      rotatedIn.push(fresh);
      rotatedIn.splice(0, rotatedIn.length - 20);
      return sign(claims, fresh);
    }
    const flaw = permission && FLAWS[permission];
    return sign(flaw ? flaw(claims) : claims, key);
  }

  async function sign(claims: JWTPayload, by: JWK): Promise<string> {
    return new SignJWT(claims).setProtectedHeader({ alg, kid: by.kid ?? "" }).sign(await importJWK(by, alg));
  }
}

function publicPart({ d, p, q, dp, dq, qi, ...key }: JWK): JWK {
  return key;
}
