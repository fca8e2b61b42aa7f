import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import type { Program } from "../program.ts";
import { TABLE } from "./postgres-adapter.ts";

const REDIRECT_URI = "https://shop.example/callback";

export type Client = { id: string; secret: string };

/** A client of `oidc-provider`, in its table. */
export async function makeClient(owner: Database): Promise<Client> {
  const client = { id: "shop", secret: randomBytes(32).toString("base64url") };
  await owner.execute(TABLE);
  const metadata = {
    client_id: client.id,
    client_secret: client.secret,
    redirect_uris: [REDIRECT_URI],
    grant_types: ["authorization_code", "client_credentials"],
    response_types: ["code"],
    token_endpoint_auth_method: "client_secret_post",
    id_token_signed_response_alg: "ES256",
  };
  await owner.execute(
    sql`INSERT INTO peer.oidc (model, id, payload) VALUES ('Client', ${client.id}, ${JSON.stringify(metadata)}::text::jsonb)`,
  );
  return client;
}

/** The bodies of its calls, as forms. */
export function pushedRequest(client: Client): string {
  return formOf(client, {
    response_type: "code",
    redirect_uri: REDIRECT_URI,
    scope: "openid",
    state: randomBytes(16).toString("base64url"),
    nonce: randomBytes(16).toString("base64url"),
    code_challenge: randomBytes(32).toString("base64url"),
    code_challenge_method: "S256",
  });
}

export function introspection(client: Client, token: string): string {
  return formOf(client, { token, token_type_hint: "access_token" });
}

/** A token that it issues to the client. */
export async function fetchToken({ port }: Program, client: Client): Promise<string> {
  const answer = await fetch(`http://localhost:${port}/token`, {
    method: "POST",
    headers: FORM,
    body: formOf(client, { grant_type: "client_credentials" }),
  });
  if (!answer.ok) throw new Error(`oidc-provider issued no token: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { access_token: string }).access_token;
}

export const FORM = { "Content-Type": "application/x-www-form-urlencoded" };

function formOf({ id, secret }: Client, fields: Record<string, string>): string {
  return new URLSearchParams({ client_id: id, client_secret: secret, ...fields }).toString();
}
