import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Clients } from "./clients.ts";
import { type Dialect, SANDBOX_DIALECTS } from "./dialect.ts";
import { createIssuer, type IdentityOf, type Issuer, type Name, type SigningKeyOf } from "./issuer.ts";
import { idlePage, overPage, personaPage } from "./page.ts";
import { type Persona, personaOf } from "./persona.ts";

type Options = {
  port: number;
  host?: string;
  url?: string;
  /** Where a visitor goes whose login is over. */
  shopUrl?: string | undefined;
  clients: Clients;
  slowMs?: number;
  dialects?: Record<Name, Dialect>;
  /** Accepts only requests that the relying party pushed (RFC 9126), and that it signed where it has a key. */
  wantsPushed?: boolean;
  identityOf?: IdentityOf;
  /** A key of its own for each issuer, unless the caller has some. */
  signingKeyOf?: SigningKeyOf;
};

const MAX_BYTES = 1024;

/** The two issuers, `{url}/s` and `{url}/b`, on one port. All that it knows of the gateway is its client registrations. */
export async function startEid({
  port,
  host,
  url,
  shopUrl,
  clients,
  slowMs = 4_000,
  dialects = { s: SANDBOX_DIALECTS["sandbox-s"], b: SANDBOX_DIALECTS["sandbox-b"] },
  wantsPushed = false,
  identityOf,
  signingKeyOf,
}: Options): Promise<{ url: string; issuers: readonly Issuer[]; close(): Promise<void> }> {
  let issuers: Issuer[] = [];
  let base = url ?? "";
  const server = createServer((request, response) => {
    comeAs(base, request);
    answer(issuers, shopUrl, request, response).catch((error: Error) => {
      console.error(`request failed: ${error.name}`);
      if (response.headersSent) return void response.end();
      const { headers, html } = overPage(shopUrl);
      response.writeHead(error.name === "SessionNotFound" ? 400 : 500, headers).end(html);
    });
  });
  await new Promise<void>((done, fail) => server.once("error", fail).listen(port, host, done));
  base ||= `http://localhost:${(server.address() as AddressInfo).port}`;
  issuers = await Promise.all(
    (["s", "b"] as const).map((name) =>
      createIssuer(name, dialects[name], base, clients, slowMs, wantsPushed, identityOf, signingKeyOf),
    ),
  );
  const close = () =>
    new Promise<void>((done) => {
      server.close(() => done());
      server.closeAllConnections();
    });
  return { url: base, issuers, close };
}

/** Has the library publish the visitors' addresses, which it takes from these two headers (its `proxy`). */
function comeAs(base: string, { headers }: IncomingMessage): void {
  const { host, protocol } = new URL(base);
  Object.assign(headers, { "x-forwarded-host": host, "x-forwarded-proto": protocol.slice(0, -1) });
}

async function answer(
  issuers: Issuer[],
  shopUrl: string | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = request.url ?? "/";
  if (path === "/health") return void response.end("ok");
  const issuer = issuers.find(({ name }) => path.startsWith(`/${name}/`));
  if (!issuer) {
    const { headers, html } = idlePage(shopUrl);
    return void response.writeHead(path === "/" ? 200 : 404, headers).end(html);
  }
  if (path.startsWith(`/${issuer.name}/login/`)) return login(issuer, request, response);
  clearLastLogin(request);
  // From these two properties the library learns where it is mounted, as it does in Express.
  Object.assign(request, { originalUrl: path, url: path.slice(issuer.name.length + 1) });
  await issuer.provider.callback()(request, response);
}

/** Each login is a new one. With the cookie of an earlier login, the library would first ask that person to sign out. */
function clearLastLogin({ headers }: IncomingMessage): void {
  headers.cookie = (headers.cookie ?? "")
    .split("; ")
    .filter((cookie) => !/^sandbox_[sb]_session/.test(cookie))
    .join("; ");
}

async function login(issuer: Issuer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { params } = await issuer.provider.interactionDetails(request, response);
  const hinted = personaOf(String(params.login_hint ?? ""));
  const chosen =
    request.method === "POST" ? personaOf(new URLSearchParams(await bodyOf(request)).get("persona")) : hinted;
  if (chosen) return finish(issuer, chosen, params, request, response);
  const { headers, html } = personaPage(String(params.client_id));
  response.writeHead(request.method === "POST" ? 400 : 200, headers).end(html);
}

async function finish(
  { provider, login }: Issuer,
  persona: Persona,
  asked: Record<string, unknown>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const ended = {
    cancel: { error: "access_denied" },
    timeout: { error: "interaction_required", error_description: "nobody approved" },
  };
  const result =
    persona.behaviour === "cancel" || persona.behaviour === "timeout"
      ? ended[persona.behaviour]
      : { login: { accountId: login(persona, asked), remember: false } };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request) {
    body += String(chunk);
    if (body.length > MAX_BYTES) throw new Error("The form is too large");
  }
  return body;
}
