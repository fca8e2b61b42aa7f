import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Account, newId, openAccount } from "./account.ts";
import { answerOf, type StripeCall } from "./answer.ts";
import { readForm } from "./form.ts";
import { pageAt } from "./pages.ts";
import { Refusal } from "./refusal.ts";
import { postEvent, type WebhookEndpoint } from "./webhook.ts";

type Options = { port: number; host?: string; secretKey: string; meter: string; webhook?: WebhookEndpoint };

/** Run before and after the operation of a call. The caller waits for them, and gets the error that they throw as its answer. */
type Hooks = { before: (call: StripeCall) => Promise<void>; after: (call: StripeCall) => Promise<void> };

const MAX_BYTES = 1024 * 1024;

/** Starts a Stripe with its own state. It knows nothing of the gateway but the address for webhooks. */
export async function startStripe({ port, host, secretKey, meter, webhook }: Options) {
  const account = openAccount({ url: "", secretKey, meter });
  const calls: StripeCall[] = [];
  const hooks: Hooks = { before: async () => {}, after: async () => {} };
  const server = createServer((request, response) => {
    serve(request, response).catch((fault: Error) => {
      if (!(fault instanceof Refusal)) console.error(`request failed: ${fault.name}`);
      const refusal = fault instanceof Refusal ? fault : new Refusal(500, "An error of ours.", { type: "api_error" });
      write(response, refusal.status, refusal.body);
    });
  });
  await new Promise<void>((done, fail) => server.once("error", fail).listen(port, host, done));
  account.url = `http://localhost:${(server.address() as AddressInfo).port}`;
  const close = () =>
    new Promise<void>((done) => {
      server.close(() => done());
      server.closeAllConnections();
    });
  return { url: account.url, account, calls, hooks, close };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", account.url);
    const method = request.method ?? "GET";
    const body = await bodyOf(request);
    if (!url.pathname.startsWith("/v1/")) return show(account, webhook, url, method === "POST" ? body : null, response);
    const form = readForm(method === "GET" ? url.search : body || url.search);
    const call = { method, path: url.pathname, form, body, headers: request.headers };
    calls.push(call);
    await hooks.before(call);
    write(response, 200, await answerOf(account, call, () => hooks.after(call)));
  }
}

async function show(
  account: Account,
  webhook: WebhookEndpoint | undefined,
  url: URL,
  body: string | null,
  response: ServerResponse,
) {
  const shown = pageAt(account, url, body === null ? null : new URLSearchParams(body));
  if (shown.status === 404) return void response.writeHead(404, { "Content-Type": "text/plain" }).end("Nothing here");
  if (shown.status === 200)
    return void response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" }).end(shown.html);
  if (webhook) for (const event of shown.events) await postEvent(webhook, event);
  response.writeHead(303, { Location: shown.location }).end();
}

function write(response: ServerResponse, status: number, body: object): void {
  response
    .writeHead(status, { "Content-Type": "application/json", "Request-Id": newId("req") })
    .end(JSON.stringify(body));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request.setEncoding("utf8")) {
    body += chunk;
    if (body.length > MAX_BYTES) throw new Refusal(413, "The request is too large.");
  }
  return body;
}
