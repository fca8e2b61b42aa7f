import { generateKeyPairSync, randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isLoopback } from "#lib/base/host.rules.ts";
import { writeFileAtomically } from "./files.mjs";

/** Takes one setting of a real instance for enough: its operator must not get a demo, where anybody passes. */
export function isProduction(env) {
  if (env.AGEWAY_DEMO === "1") return false;
  return Object.keys(env).some(
    (name) =>
      env[name]?.trim() && /^((DATABASE_URL|DATABASE_OWNER_URL|AGEWAY_KEYS)(_FILE)?|BASE_URL|EID_.+)$/.test(name),
  );
}

/** At the sandbox eID anybody is as old as they like, so a real instance runs it only where its operator says where it is. */
export function wantsSandboxEid(env) {
  return Boolean(env.SANDBOX_EID_URL?.trim()) && !env.EID_TEST_S_ISSUER?.trim() && !env.EID_TEST_B_ISSUER?.trim();
}

/** The app's environment: the operator's settings, and in a demo everything that they left out. */
export function composeEnvironment(env, { port, data }) {
  if (isProduction(env) && !wantsSandboxEid(env)) return { ...env };
  const sandbox = sandboxProviders(env, port, data);
  if (isProduction(env)) return { ...prefixed("EID_TEST", sandbox), ...env };
  return {
    ...env,
    HOST: "127.0.0.1",
    PORT: env.PORT?.trim() || String(port),
    // The configuration refuses a public one: in the demo anybody passes.
    BASE_URL: isPublic(env.BASE_URL) ? env.BASE_URL : `http://localhost:${port}`,
    AGEWAY_DEMO: "1",
    SIGN_UP: env.SIGN_UP ?? "anyone",
    AGEWAY_KEYS: secretsIn(data).agewayKey,
    MAIL_DIR: env.MAIL_DIR ?? join(data, "mail"),
    INVOICE_SELLER: env.INVOICE_SELLER ?? "Demo operator\n1 Example Street\nExample City",
    INVOICE_ACCOUNT: env.INVOICE_ACCOUNT ?? "XX00 0000 0000 0000",
    ...prefixed("EID", sandbox),
    ...prefixed("EID_TEST", sandbox),
  };
}

function isPublic(address) {
  return Boolean(address?.trim()) && !isLoopback(URL.parse(address)?.hostname ?? "");
}

function sandboxProviders(env, port, data) {
  const url = env.SANDBOX_EID_URL?.trim() || `http://localhost:${port + 2}`;
  const { eidSecret, eidKey } = secretsIn(data);
  return {
    S_PRESET: "sandbox-s",
    S_ISSUER: `${url}/s`,
    S_CLIENT_ID: "ageway",
    S_CLIENT_SECRET: eidSecret,
    B_PRESET: "sandbox-b",
    B_ISSUER: `${url}/b`,
    B_CLIENT_ID: "ageway",
    B_PRIVATE_KEY: JSON.stringify(eidKey),
  };
}

/** The secrets of a demo and of the sandbox eID. The first start makes them and stores them beside the data. */
function secretsIn(data) {
  const file = join(data, "secrets.json");
  if (!existsSync(file)) {
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const eidKey = { ...privateKey.export({ format: "jwk" }), alg: "ES256", kid: randomBytes(8).toString("hex") };
    const secrets = {
      agewayKey: randomBytes(32).toString("base64url"),
      eidSecret: randomBytes(24).toString("base64url"),
      eidKey,
    };
    writeFileAtomically(file, JSON.stringify(secrets), 0o600);
  }
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    throw new Error(`${file} is damaged. Delete it: the next start makes a new one, and links of before stop working.`);
  }
}

function prefixed(prefix, settings) {
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [`${prefix}_${name}`, value]));
}
