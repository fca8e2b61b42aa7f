import { randomBytes } from "node:crypto";
import { connect } from "node:net";
import { expect, inject, test } from "vitest";
import { faultOf } from "#lib/observe/log.ts";
import { NO_DATABASE, startApp } from "#tests/support/app.ts";
import { newDevice } from "#tests/support/gateway.ts";
import { freePort } from "#tests/support/ports.ts";

/** In everything that a caller sends, so that it can be found where it must not be. */
const MARK = randomBytes(16).toString("hex");

/** Sends a request as it is written, and waits until it is answered and closed. */
function sendRaw(base: string, text: string): Promise<void> {
  return new Promise((done) => {
    const socket = connect(Number(new URL(base).port), "localhost", () => socket.end(text));
    socket.resume().on("error", () => {});
    socket.once("close", () => done());
  });
}

async function provoke(base: string): Promise<void> {
  const session = { Cookie: `ageway-session=${MARK}; ageway-organization=${MARK}`, Origin: base };
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(base + path, { redirect: "manual", headers }).then((answer) => answer.text());
  const post = (path: string, body: string, headers: Record<string, string>) =>
    fetch(base + path, { method: "POST", redirect: "manual", body, headers: { ...session, ...headers } }).then(
      (answer) => answer.text(),
    );
  const form = { "Content-Type": "application/x-www-form-urlencoded" };
  for (const page of ["", "/keys", `/keys/${MARK}`, "/domains", `/domains/${MARK}.example`, "/team", "/billing"])
    await get(`/dashboard${page}?mark=${MARK}`, session);
  for (const page of [
    "/dashboard/account",
    "/welcome",
    `/invitation?token=${MARK}`,
    `/sign-in/link?token=${MARK}`,
    `/${MARK}`,
  ])
    await get(page, session);
  await get(`/dashboard/checks?code=${MARK}&host=${MARK}&since=${MARK}`, session);
  await get("/dashboard", { ...session, RSC: "1", "Next-Router-State-Tree": MARK, "Next-Url": `/${MARK}` });
  await get(`/_next/image?url=%2F${MARK}.png&w=64&q=75`);
  await get(`/logos/${MARK.repeat(2)}`);
  await get(`/eid/${MARK}`);
  for (const provider of ["s", "b"]) {
    await get(`/api/url_generator_${provider}/pk_live_${MARK}/${newDevice()}/18?domain=https://${MARK}.example/`);
    await get(`/verify/${provider}?session=${MARK}${MARK.slice(0, 11)}`);
    await get(`/verify/${provider}/callback?state=${MARK}${MARK.slice(0, 11)}.0&code=${MARK}`);
  }
  await get(`/api/auth_check/${MARK}${MARK.slice(0, 11)}/device-${MARK}`);
  for (const path of [
    "",
    "/verify/s",
    `/api/url_generator_s/pk_test_${MARK}/${MARK}/18`,
    `/api/auth_check/${MARK}/${MARK}`,
  ])
    await get(`/doctor/${MARK}.${MARK}.${MARK}${path}?session=${MARK}&domain=https://${MARK}.example/`);
  for (const type of ["application/json", "text/plain"])
    await post("/doctor", JSON.stringify({ plugin_key: MARK, shop: MARK }), { "Content-Type": type });
  await post(`/doctor/${MARK}/verify/b`, `session=${MARK}&secret=${MARK}&case=${MARK}`, form);
  await get(`/api/auth/callback/oidc?state=${MARK}&code=${MARK}`, session);
  await get("/api/health/ready");
  for (const path of ["email", "open", "begin", "provider"])
    await post(`/sign-in/${path}`, `email=${MARK}@shop.example&token=${MARK}&name=${MARK}`, form);
  await post("/sign-out", `mark=${MARK}`, form);
  await post("/dashboard/settings", `--x${MARK}`, { "Content-Type": "multipart/form-data; boundary=x" });
  await post("/dashboard/settings", MARK, { "Next-Action": MARK });
  await post("/api/stripe/webhook", MARK, { "Stripe-Signature": `t=1,v1=${MARK}` });
  await sendRaw(base, `GET /%${MARK} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  await sendRaw(base, `GET /\u0000${MARK} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  await sendRaw(base, `${MARK}\r\n\r\n`);
  await sendRaw(base, `GET / HTTP/1.1\r\nHost: ${MARK}\r\nX: ${MARK.repeat(1_000)}\r\n\r\n`);
}

test.for([
  ["without a database", NO_DATABASE],
  ["with one", {}],
] as const)("%s, whatever callers provoke: each line is JSON, and nothing of theirs is in it", async ([, env]) => {
  const port = await freePort();
  const app = await startApp(
    { ...inject("env"), ...env, BASE_URL: `http://localhost:${port}`, LOG_LEVEL: "trace" },
    port,
  );
  await provoke(app.url);
  await app.stop();
  const lines = app.output().trim().split("\n");
  expect(lines.length).toBeGreaterThan(40);
  for (const line of lines) {
    expect(() => JSON.parse(line), line).not.toThrow();
    expect(line).not.toContain(MARK);
  }
});

test("a configuration that does not hold is one line that names what is wrong", async () => {
  const failure = await startApp({ ...inject("env"), BASE_URL: "nonsense", LOG_LEVEL: "info" }, await freePort()).catch(
    String,
  );
  const [, ...lines] = String(failure).trim().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ event: "configuration_unsound", problems: [expect.stringContaining("BASE_URL")] }),
  ]);
});

test("a message that looks like frames is not taken for them", () => {
  const fault = new Error("Failed query\nparams: secret\n    at secret (/secret.ts:1:1)");
  expect(JSON.stringify(faultOf(fault))).not.toContain("secret");
  expect(faultOf(fault).frames?.[0]).toContain("log.test.ts");
});
