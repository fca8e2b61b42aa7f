import { generateKeyPairSync, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { Provider } from "oidc-provider";
import { postgresAdapter } from "./postgres-adapter.ts";

/** The two of its endpoints that do what ours do: it stores a request for a login, and says what a token is worth. */
const port = Number(process.env.PORT);
const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const provider = new Provider(`http://localhost:${port}`, {
  adapter: postgresAdapter(process.env.DATABASE_URL ?? ""),
  jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), alg: "ES256", use: "sig" }] },
  cookies: { keys: [randomBytes(32).toString("base64url")] },
  features: {
    clientCredentials: { enabled: true },
    devInteractions: { enabled: false },
    introspection: { enabled: true, allowedPolicy: () => true },
    pushedAuthorizationRequests: { enabled: true },
  },
  ttl: { ClientCredentials: 3_600 },
});
provider.on("server_error", (_ctx, fault) => console.error(fault));

createServer(provider.callback()).listen(port);
process.once("disconnect", () => process.exit());
