import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { readProvider } from "#lib/eid/configuration.ts";
import { conclude } from "#lib/eid/relying-party.ts";

type Document = Record<string, unknown>;
type Fault = number | "silent" | { status: number; body: string; headers?: Record<string, string> };
type Wrap = (token: string, claims: JWTPayload) => Promise<string>;

/** All of a process sign with the same key, which takes longer to make than most of their tests. */
const { privateKey, publicKey } = await generateKeyPair("RS256");

/** An eID that signs, correctly, whatever a test tells it to say, and whose discovery document is the test's too. */
export async function startScriptedEid() {
  const jwks = { keys: [{ ...(await exportJWK(publicKey)), alg: "RS256", use: "sig", kid: "test" }] };
  const asked: string[] = [];
  const faults = new Map<string, Fault>();
  let idToken: JWTPayload = {};
  let issuer = "";
  let wrap: Wrap = async (token) => token;
  let hear: (body: string) => void = () => {};
  let tokens: { status: number; members: Document } = { status: 200, members: {} };
  let userinfo: (() => Promise<{ type: string; body: string }>) | null = null;
  let discovery: () => { status: number; document: Document } = () => ({ status: 200, document: soundDocument() });

  const server = createServer(async (request, response) => {
    const path = request.url ?? "";
    asked.push(path);
    const fault = faults.get(path) ?? faults.get(`${request.method} ${path}`);
    if (fault === "silent") return;
    if (typeof fault === "number") return void response.writeHead(fault).end();
    if (fault !== undefined) {
      const type = { "Content-Type": "application/json" };
      return void response.writeHead(fault.status, { ...type, ...fault.headers }).end(fault.body);
    }
    const answer = (status: number, body: unknown) =>
      response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
    if (path === "/jwks") return answer(200, jwks);
    if (path === "/userinfo" && userinfo) {
      const { type, body } = await userinfo();
      return response.writeHead(200, { "Content-Type": type }).end(body);
    }
    if (path !== "/token") return answer(discovery().status, discovery().document);
    hear(await text(request));
    return answer(tokens.status, {
      access_token: "a",
      token_type: "Bearer",
      id_token: await wrap(await signed(idToken), idToken),
      ...tokens.members,
    });
  });
  await new Promise<void>((done) => server.listen(0, done));
  issuer = `http://localhost:${(server.address() as AddressInfo).port}`;

  function signed(claims: JWTPayload): Promise<string> {
    return new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: "test" }).sign(privateKey);
  }

  function soundDocument(): Document {
    return {
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      userinfo_endpoint: `${issuer}/userinfo`,
    };
  }

  /** Us, as its relying party; nothing is known of it yet. */
  function provider(settings: Record<string, string> = {}) {
    const all = {
      ISSUER: issuer,
      CLIENT_ID: "ageway",
      CLIENT_SECRET: "secret",
      NAME: "An eID",
      TIME_ZONE: "Europe/Oslo",
      CLAIMS: '[{"source":"id_token","path":["age"],"transform":"int"}]',
      ...settings,
    };
    const read = readProvider(
      Object.fromEntries(Object.entries(all).map(([name, value]) => [`EID_${name}`, value])),
      "EID",
    );
    if (!read.ok) throw new Error(read.problems.join());
    return read.provider;
  }

  /** The next ID token has these claims in place of sound ones. */
  function setIdToken(claims: Document, now = new Date()): void {
    const seconds = Math.floor(+now / 1000);
    idToken = {
      iss: issuer,
      aud: "ageway",
      sub: "somebody",
      nonce: ATTEMPT.nonce,
      iat: seconds,
      exp: Math.floor(Date.now() / 1000) + 300,
      auth_time: seconds,
      age: 42,
      ...claims,
    };
  }

  /** What a visitor who is asked for 18 proves with an ID token that has these claims in place of sound ones. */
  async function verified(
    of: ReturnType<typeof provider>,
    claims: Document,
    since = new Date(),
    now = new Date(),
    ms = 6_000,
  ) {
    setIdToken(claims, now);
    const callback = new URL(`${ATTEMPT.redirectUri}?code=c&state=${ATTEMPT.state}`);
    const concluded = await conclude(of, callback, { ...ATTEMPT, begunAt: since }, now, ms);
    return concluded.ok ? concluded.ages : concluded.problem;
  }

  return {
    issuer,
    /** The paths it was asked for, in order. */
    asked,
    soundDocument,
    signed,
    /** What becomes of the signed ID token before it is sent. */
    wrapping: (how: Wrap) => {
      wrap = how;
    },
    /** What the body of a request for tokens is. */
    hears: (how: (body: string) => void) => {
      hear = how;
    },
    /** The status of the answer with the tokens, and members beside or in place of sound ones. */
    setTokens: (members: Document, status = 200) => {
      tokens = { status, members };
    },
    /** Changes the list of keys. */
    setKeys: (change: (key: Document) => unknown[]) => {
      jwks.keys = change({ ...jwks.keys[0] }) as typeof jwks.keys;
    },
    /** What the userinfo endpoint answers. */
    setUserinfo: (how: () => Promise<{ type: string; body: string }>) => {
      userinfo = how;
    },
    provider,
    setIdToken,
    verified,
    /** Makes a path, or one method of it ("POST /token"), answer like this, or with a status alone, or not at all, until it works again. */
    breakDown: (path: string, how: Fault) => void faults.set(path, how),
    repair: () => faults.clear(),
    withdrawKeys: () => void jwks.keys.splice(0),
    describe: (status: number, document: Document) => {
      discovery = () => ({ status, document });
    },
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

export const ATTEMPT = {
  state: "a-state",
  nonce: "a-nonce",
  codeVerifier: "v".repeat(43),
  redirectUri: "http://localhost/verify/s/callback",
  minimumAge: 18,
  begunAt: new Date(),
  about: { provider: "s", mode: "live", ref: "23456789" },
  locale: "en",
} as const;
