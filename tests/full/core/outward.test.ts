import { createServer, type Socket } from "node:net";
import { afterAll, expect, inject, test } from "vitest";
import { configure } from "#tests/support/configure.ts";
import { letterOf } from "#tests/support/letter.ts";
import { freePort } from "#tests/support/ports.ts";
import { silentDns } from "#tests/support/silent-dns.ts";

/** Accepts every connection, and says nothing. */
const sockets = new Set<Socket>();
const silent = createServer((socket) => void sockets.add(socket.on("error", () => {})));
const port = await freePort();
await new Promise<void>((done) => silent.listen(port, "127.0.0.1", done));
const dns = await Promise.all((inject("env").DNS_SERVERS ?? "").split(",").map(silentDns));
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  silent.close();
  for (const server of dns) server.close();
});
configure({
  SMTP_URL: `smtp://127.0.0.1:${port}`,
  MAIL_FROM: "Ageway <no-reply@age.example>",
  STRIPE_SECRET_KEY: "sk_test_1",
  STRIPE_WEBHOOK_SECRETS: "whsec_1",
  STRIPE_API: `http://127.0.0.1:${port}`,
});
const { tryToSendMail } = await import("#lib/mail/mail.ts");
const { probeDns } = await import("#lib/domains/dns.ts");
const { stripeApi, unlessRefused } = await import("#lib/billing/stripe/client.ts");

/** A member waits for each of them. The eID and the providers of sign-in have tests of their own, and so has Redis. */
test("mail, DNS and Stripe are given up on after ten seconds, if they accept and say nothing", async () => {
  const calls = {
    mail: () => tryToSendMail("somebody@shop.example", letterOf("Hello")),
    dns: async () => (await probeDns("shop.example")).map(({ record }) => record.is),
    stripe: async () => unlessRefused((await stripeApi())?.customers.retrieve("cus_1") ?? Promise.reject()),
  };
  const ended = Object.entries(calls).map(async ([name, call]) => {
    const began = performance.now();
    const answer = await call();
    return [name, answer, performance.now() - began < 10_000];
  });
  expect(await Promise.all(ended)).toEqual([
    ["mail", false, true],
    ["dns", ["unknown", "unknown"], true],
    ["stripe", null, true],
  ]);
});
