import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import tls from "node:tls";
import { promisify } from "node:util";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readCertificates } from "#db/certificates.ts";
import { stripeAt } from "#lib/billing/stripe/client.ts";
import { checkEid } from "#lib/doctor/check-eid.ts";
import { checkMail } from "#lib/doctor/check-mail.ts";
import { checkPages } from "#lib/doctor/check-pages.ts";
import { checkRedis } from "#lib/doctor/check-redis.ts";
import type { Found } from "#lib/doctor/finding.ts";
import { discover } from "#lib/eid/client.ts";
import { boundedFetch } from "#lib/eid/fetch.ts";
import { readMailServer } from "#lib/runtime/mail-server.rules.ts";
import { privateCa } from "#tests/support/certificate.ts";
import { startHttps } from "#tests/support/https.ts";
import { startRedis } from "#tests/support/redis.ts";
import { startScriptedEid } from "#tests/support/scripted-eid.ts";

const ca = privateCa();
const publicCas = tls.getCACertificates("default");
const close: (() => unknown)[] = [ca.remove];
afterAll(async () => {
  tls.setDefaultCACertificates(publicCas);
  for (const end of close) await end();
});

type Client = () => Promise<unknown>;
let clients: Record<string, Client>;
/** Of the web server that has the certificate. */
let issuer = "";
/** The doctor's advice where it found something wrong. */
const advised = async (found: Promise<Found[]>) => {
  for (const { state, advice } of await found) if (state === "wrong") throw new Error(advice ?? "");
};

beforeAll(async () => {
  const eid = await startScriptedEid();
  const redis = await startRedis({ tls: true, pair: ca });
  const smtp = new SMTPServer({ key: ca.privateKey, cert: ca.certificate, authOptional: true });
  smtp.listen(0, "127.0.0.2");
  await once(smtp.server, "listening");
  const web = await startHttps((request, response) => {
    const document = {
      ...eid.soundDocument(),
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: issuer,
    };
    const keys = { keys: [{ kty: "RSA", n: "AQAB", e: "AQAB", alg: "RS256" }] };
    response.writeHead(200, { "Content-Type": "application/json" });
    response.end(JSON.stringify(request.url === "/jwks" ? keys : { ...document, jwks_uri: `${issuer}/jwks` }));
  }, ca);
  issuer = `https://localhost:${web.port}`;
  close.push(eid.close, redis.remove, web.close, () => new Promise<void>((done) => smtp.close(() => done())));
  const provider = eid.provider({ ISSUER: issuer });
  const server = readMailServer(`smtp://127.0.0.2:${(smtp.server.address() as AddressInfo).port}`);
  if (!server.ok) throw new Error(server.flaw);
  const stripe = await stripeAt({ secretKey: "sk_test_x", api: issuer });
  clients = {
    Redis: () => advised(checkRedis({ redisUrl: redis.url })),
    "the mail server": () => advised(checkMail({ mail: server })),
    "an eID": () => advised(checkEid("EID_S", provider)),
    "a visitor's eID": () => discover(provider, boundedFetch),
    Stripe: () => stripe.customers.retrieve("cus_x"),
    "our own address": async () => {
      const [found] = await checkPages({ baseUrl: issuer });
      if (found?.state !== "ok") throw new Error(found?.found);
    },
  };
});

test("a certificate of a private authority is believed by no client, and by each once its file is named", async () => {
  for (const [name, client] of Object.entries(clients)) await expect(client(), name).rejects.toThrow();
  for (const name of ["Redis", "the mail server", "an eID"])
    await expect(clients[name]?.(), name).rejects.toThrow(/NODE_EXTRA_CA_CERTS/);
  const read = readCertificates(ca.caFile);
  if ("problem" in read) throw new Error(read.problem);
  tls.setDefaultCACertificates([...publicCas, ...read]);
  for (const [name, client] of Object.entries(clients)) await expect(client(), name).resolves.not.toThrow();
});

test("a file that .env names is believed by what reads .env, and by what that starts", async () => {
  const folder = mkdtempSync(join(tmpdir(), "ageway-ca-"));
  close.push(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, ".env"), `NODE_EXTRA_CA_CERTS=${ca.caFile}\n`);
  const ask = `await fetch("${issuer}")`;
  const program = `
    import { execFile } from "node:child_process";
    import { promisify } from "node:util";
    const { loadEnvFile } = await import(${JSON.stringify(resolve("scripts/env-file.mjs"))});
    loadEnvFile(${JSON.stringify(folder)});
    ${ask};
    await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", ${JSON.stringify(ask)}]);`;
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
  const run = promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program], { env });
  await expect(run).resolves.toMatchObject({ stderr: "" });
});
