import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { readProvider } from "#lib/eid/configuration.ts";
import { begin } from "#lib/eid/relying-party.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, done));
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

/** What becomes of a visitor whose eID answers like this. */
async function beginAt(issuer: string) {
  const settings = { PRESET: "sandbox-s", ISSUER: issuer, CLIENT_ID: "ageway", CLIENT_SECRET: "secret" };
  const read = readProvider(
    Object.fromEntries(Object.entries(settings).map(([name, value]) => [`EID_${name}`, value])),
    "EID",
  );
  if (!read.ok) throw new Error(read.problems.join());
  const attempt = {
    state: "s",
    nonce: "n",
    codeVerifier: "v".repeat(43),
    redirectUri: "http://localhost/cb",
    minimumAge: 18,
    begunAt: new Date(),
    about: { provider: "s", mode: "live", ref: "23456789" },
    locale: "en",
  } as const;
  return begin(read.provider, attempt);
}

const metadata = (issuer: string, more: object = {}) =>
  JSON.stringify({
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/jwks`,
    ...more,
  });

test("an eID that answers plainly is gone to", async () => {
  const issuer: string = await listen((_, response) => {
    response.setHeader("Content-Type", "application/json").end(metadata(issuer));
  });
  expect(await beginAt(issuer)).toMatchObject({ ok: true });
});

test("a redirect is not followed, wherever it leads", async () => {
  let isAsked = false;
  const elsewhere = await listen((_, response) => {
    isAsked = true;
    response.setHeader("Content-Type", "application/json").end(metadata(issuer));
  });
  const issuer: string = await listen((_, response) => {
    response.writeHead(302, { Location: elsewhere }).end();
  });
  expect(await beginAt(issuer)).toMatchObject({ ok: false });
  expect(isAsked).toBe(false);
});

test("an answer without an end is not read to its end", async () => {
  let sent = 0;
  const issuer = await listen((_, response) => {
    response.setHeader("Content-Type", "application/json");
    const pour = () => {
      while (!response.destroyed && response.write(" ".repeat(16_384))) sent += 16_384;
    };
    response.on("drain", pour);
    pour();
  });
  expect(await beginAt(issuer)).toMatchObject({ ok: false });
  expect(sent).toBeLessThan(64 * 1024 * 1024);
});

test("metadata of another issuer is refused", async () => {
  const issuer = await listen((_, response) => {
    response.setHeader("Content-Type", "application/json").end(metadata("https://somebody-else.example"));
  });
  expect(await beginAt(issuer)).toEqual({ ok: false, problem: "eid_refused" });
});

test("where nobody listens, the eID is down", async () => {
  expect(await beginAt("http://localhost:1")).toEqual({ ok: false, problem: "eid_down" });
});

test.for([
  ["no place to go to", { authorization_endpoint: undefined }],
  ["a place that is no address", { authorization_endpoint: "nowhere" }],
  ["a place that is no web page", { authorization_endpoint: "javascript:alert(1)" }],
  ["a list instead of a text", { authorization_endpoint: ["https://eid.example"] }],
] as const)("an eID that names %s leads nowhere, and nothing breaks", async ([, more]) => {
  const issuer: string = await listen((_, response) => {
    response.setHeader("Content-Type", "application/json").end(metadata(issuer, more));
  });
  expect(await beginAt(issuer)).toEqual({ ok: false, problem: "eid_refused" });
});

test.for([204, 205, 304, 404, 418, 503])(
  "an eID that answers %i and no more leads nowhere, and nothing breaks",
  async (status) => {
    const issuer = await listen((_, response) => void response.writeHead(status).end());
    expect(await beginAt(issuer)).toMatchObject({ ok: false });
  },
);
