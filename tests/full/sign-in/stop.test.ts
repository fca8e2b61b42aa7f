import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { sendWaitingMail } from "#lib/mail/mail.ts";
import { emailOfLink } from "#lib/sign-in/link.ts";
import { startApp } from "#tests/support/app.ts";
import { enterOwnDatabase } from "#tests/support/own-database.ts";
import { freePort } from "#tests/support/ports.ts";
import { signedIn } from "#tests/support/signed-in.ts";
import { startSmtp } from "#tests/support/smtp.ts";

const smtp = await startSmtp();
const MAIL = { SMTP_URL: smtp.url, MAIL_FROM: "Ageway <no-reply@age.example>" };
beforeAll(() => enterOwnDatabase(MAIL));
afterAll(smtp.close);

test("a server that stops as soon as it has promised a link to sign in loses no mail", async () => {
  smtp.hooks.onData = () => Promise.reject(new Error("Away"));
  const { email } = await signedIn();
  const port = await freePort();
  const env = {
    ...inject("env"),
    ...MAIL,
    DATABASE_URL: process.env.DATABASE_URL ?? "",
    BASE_URL: `http://localhost:${port}`,
  };
  const app = await startApp(env, port);
  onTestFinished(async () => void (await app.kill()));
  const asked = await fetch(`${app.url}/sign-in/email`, {
    method: "POST",
    body: new URLSearchParams({ email, next: "/dashboard" }),
    headers: { Origin: env.BASE_URL },
    redirect: "manual",
  });
  expect([asked.status, asked.headers.get("location")]).toEqual([303, "/sign-in/sent"]);
  expect(await app.stop()).toBe(0);
  expect(smtp.received).toEqual([]);
  smtp.hooks.onData = async () => {};
  await sendWaitingMail();
  const [{ recipients, mail } = expect.fail("No mail")] = smtp.received;
  expect(recipients).toEqual([email]);
  const token = new URL(/https?:\/\/\S+/.exec(mail.text ?? "")?.[0] ?? "").searchParams.get("token") ?? "";
  expect(await emailOfLink(token)).toBe(email);
});
