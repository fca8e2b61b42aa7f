import { createHmac } from "node:crypto";
import { mkdirSync } from "node:fs";

/** Does this installation hold the sandbox eID? A production install does not. */
export function hasSandbox() {
  try {
    return import.meta.resolve("oidc-provider") !== "";
  } catch {
    return false;
  }
}

/** Where the servers listen. */
export function hostOf(env) {
  return env.HOST?.trim() || "127.0.0.1";
}

/** Says what the sandbox eID is told: where it is, and which clients may ask it. */
export function sandboxEnvironment(env, port, { hasShop }) {
  const redirect = (provider) => [`${env.BASE_URL}/verify/${provider}/callback`];
  const { d: _, ...publicJwk } = JSON.parse(env.EID_TEST_B_PRIVATE_KEY);
  const clients = {
    s: { clientId: env.EID_TEST_S_CLIENT_ID, clientSecret: env.EID_TEST_S_CLIENT_SECRET, redirectUris: redirect("s") },
    b: { clientId: env.EID_TEST_B_CLIENT_ID, jwk: publicJwk, redirectUris: redirect("b") },
  };
  const url = new URL(env.EID_TEST_S_ISSUER).origin;
  return {
    PATH: env.PATH,
    HOST: hostOf(env),
    PORT: String(port + 2),
    SANDBOX_EID_URL: url,
    ...(hasShop && { SANDBOX_EID_SHOP_URL: shopUrlOf(port) }),
    SANDBOX_EID_CLIENTS: JSON.stringify(clients),
  };
}

/** Says what the demo shop is told. It knows Ageway as any shop does, by an address and a plugin key, and where its members see a check. */
export function shopEnvironment(env, port, { organization }) {
  return {
    PATH: env.PATH,
    PORT: String(port + 1),
    HOST: "127.0.0.1",
    SHOP_URL: shopUrlOf(port),
    AGEWAY_URL: env.BASE_URL,
    CHECK_URL: `${env.BASE_URL}/dashboard/checks/{reference}?show=${organization.id}`,
    PLUGIN_KEY: organization.liveKey,
    SHOP_SECRET: createHmac("sha256", env.AGEWAY_KEYS).update("demo shop").digest("base64url"),
  };
}

/** Where browsers find the demo shop. */
const shopUrlOf = (port) => `http://localhost:${port + 1}`;

/** The addresses of a running demo, for tests and tools. */
export function demoFile(env, port, demo, databaseOwnerUrl) {
  mkdirSync(env.MAIL_DIR, { recursive: true });
  return {
    baseUrl: env.BASE_URL,
    shopUrl: shopUrlOf(port),
    eid: { s: env.EID_S_ISSUER, b: env.EID_B_ISSUER },
    databaseUrl: env.DATABASE_URL,
    databaseOwnerUrl,
    mailDir: env.MAIL_DIR,
    ...demo,
  };
}
