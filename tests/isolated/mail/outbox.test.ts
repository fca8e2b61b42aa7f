import { sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { selectBacklog } from "#db/queries/backlog.ts";
import { takeMail } from "#db/queries/mail-outbox.ts";
import { sendNow, sendWaitingMail } from "#lib/mail/mail.ts";
import { postMail } from "#lib/mail/outbox.ts";
import { purgeEmails } from "#lib/retention/purge.ts";
import { database } from "#lib/runtime/database.ts";
import { emailOfLink, finishLinks, requestLink } from "#lib/sign-in/link.ts";
import { tamper } from "#tests/support/ledger.ts";
import { letterOf } from "#tests/support/letter.ts";
import { countRows } from "#tests/support/organization.ts";
import { enterOwnDatabase } from "#tests/support/own-database.ts";
import { startVerb } from "#tests/support/process.ts";
import { signedIn } from "#tests/support/signed-in.ts";
import { startSmtp } from "#tests/support/smtp.ts";

const smtp = await startSmtp();
await enterOwnDatabase({ SMTP_URL: smtp.url, MAIL_FROM: "Ageway <no-reply@age.example>" });
afterAll(smtp.close);

beforeEach(async () => {
  smtp.received.length = 0;
  smtp.hooks.onData = async () => {};
  await tamper(sql`TRUNCATE mail_outbox`);
});

const email = (n: number) => ({
  about: `fact ${n}`,
  recipient: `n${n}@shop.example`,
  letter: letterOf(`Fact ${n}`),
});
const emails = (many: number) => Array.from({ length: many }, (_, n) => email(n));
const receivers = () => smtp.received.flatMap(({ recipients }) => recipients);
const waiting = () => countRows(sql`SELECT count(*)::int AS n FROM mail_outbox WHERE sent_at IS NULL`);

test("with ten senders at once, each mail is sent once", async () => {
  await postMail(database(), emails(30));
  await Promise.all(Array.from({ length: 10 }, sendWaitingMail));
  expect(receivers().toSorted()).toEqual(
    emails(30)
      .map(({ recipient }) => recipient)
      .toSorted(),
  );
  await sendWaitingMail();
  expect([receivers().length, await waiting()]).toEqual([30, 0]);
});

test("what is told twice of one fact is sent once, also when it was sent before", async () => {
  await postMail(database(), [email(1), { ...email(1), letter: letterOf("Again") }]);
  await sendWaitingMail();
  await postMail(database(), [email(1)]);
  await sendWaitingMail();
  expect(smtp.received.map(({ mail }) => mail.subject)).toEqual(["Fact 1"]);
});

test("a mail that is sent at once is sent once, with ten senders at the same moment", async () => {
  const [id = ""] = await postMail(database(), [email(1)]);
  const [isSent] = await Promise.all([sendNow(id), ...Array.from({ length: 10 }, sendWaitingMail)]);
  expect([isSent, receivers(), await waiting()]).toEqual([true, ["n1@shop.example"], 0]);
});

test("a mail that another sender holds for long is not sent yet, and that is no fault", async () => {
  const [id = ""] = await postMail(database(), [email(1)]);
  await database().transaction(async (tx) => {
    await takeMail(tx, "00000000-0000-0000-0000-000000000000");
    expect(await sendNow(id)).toBe(false);
  });
  expect([receivers(), await waiting()]).toEqual([[], 1]);
  expect([await sendNow(id), receivers()]).toEqual([true, ["n1@shop.example"]]);
});

test("what was not committed is not sent", async () => {
  const failing = database().transaction(async (tx) => {
    await postMail(tx, [email(1)]);
    throw new Error("The fact did not come about");
  });
  await expect(failing).rejects.toThrow();
  await sendWaitingMail();
  expect(receivers()).toEqual([]);
});

test("a server that refuses one mail is asked again for it, and the others go on", async () => {
  await postMail(database(), emails(3));
  smtp.hooks.onData = async (recipients) => {
    if (recipients.includes("n0@shop.example")) throw new Error("Mailbox full");
  };
  await sendWaitingMail();
  expect([receivers(), await waiting()]).toEqual([["n1@shop.example", "n2@shop.example"], 1]);
  smtp.hooks.onData = async () => {};
  await sendWaitingMail();
  expect([receivers().at(-1), await waiting()]).toEqual(["n0@shop.example", 0]);
});

test("while the server is away nothing is lost", async () => {
  await postMail(database(), emails(3));
  const { status } = await startVerb("#lib/mail/mail.ts", "sendWaitingMail", { SMTP_URL: "smtp://127.0.0.1:1" }).ended;
  expect([status, await waiting()]).toEqual([0, 3]);
  await sendWaitingMail();
  expect([receivers().length, await waiting()]).toEqual([3, 0]);
});

test("a sender that is killed before the server has taken a mail loses none", async () => {
  await postMail(database(), emails(3));
  const asked = Promise.withResolvers<void>();
  smtp.hooks.onData = async () => {
    asked.resolve();
    await new Promise(() => {});
  };
  const sender = startVerb("#lib/mail/mail.ts", "sendWaitingMail");
  await asked.promise;
  expect(await waiting(), "held by the sender, and written down").toBe(3);
  sender.kill();
  await sender.ended;
  smtp.hooks.onData = async () => {};
  // Its session ends when the database notices.
  const left = async () => {
    await sendWaitingMail();
    return waiting();
  };
  await expect.poll(left).toBe(0);
  expect(receivers().toSorted()).toEqual(emails(3).map(({ recipient }) => recipient));
});

// PostgreSQL ends a transaction of ours that is idle for 10 seconds; the one that holds a mail asks for more.
test("a server that takes longer to answer than a transaction may be idle is sent each mail once", async () => {
  await postMail(database(), emails(1));
  smtp.hooks.onData = () => new Promise((done) => setTimeout(done, 100));
  await sendWaitingMail();
  expect([receivers(), await waiting()]).toEqual([["n0@shop.example"], 0]);
  const allowed = await database().transaction(async (tx) => {
    await takeMail(tx, "00000000-0000-0000-0000-000000000000");
    const [row] = await tx.execute(sql`SHOW idle_in_transaction_session_timeout`);
    return row;
  });
  expect(allowed).toEqual({ idle_in_transaction_session_timeout: "2min" });
});

test("what nobody took for three days is given up, and who was written to is forgotten after 40", async () => {
  await postMail(database(), emails(4));
  const age = (n: number, days: number) =>
    database().execute(
      sql`UPDATE mail_outbox SET created_at = now() - ${days} * interval '1 day' WHERE key LIKE ${`fact ${n}%`}`,
    );
  await Promise.all([age(0, 40.1), age(1, 3.01), age(2, 2.99)]);
  await sendWaitingMail();
  await purgeEmails();
  expect(receivers()).toEqual(["n2@shop.example", "n3@shop.example"]);
  expect(await countRows(sql`SELECT count(*)::int AS n FROM mail_outbox`)).toBe(3);
});

const LINK = "/sign-in/link?token=opens-an-account";
const opening = (ms: number) => ({ ...email(1), letter: letterOf("L", LINK), opensUntil: new Date(Date.now() + ms) });
const stored = async () => {
  const [row] = await database().execute<{ text: string; body: string }>(
    sql`SELECT m::text AS text, body FROM mail_outbox m`,
  );
  return row;
};

test("a mail that opens something stands nowhere in clear, arrives, and is kept no longer", async () => {
  smtp.hooks.onData = () => Promise.reject(new Error("Away"));
  const [id = ""] = await postMail(database(), [opening(60_000)]);
  expect(await sendNow(id)).toBe(false);
  expect((await stored())?.text).not.toMatch(/opens-an-account|sign-in/);
  smtp.hooks.onData = async () => {};
  await sendWaitingMail();
  expect(smtp.received.map(({ mail }) => mail.text)).toEqual([
    expect.stringContaining(`\n${process.env.BASE_URL}${LINK}\n`),
  ]);
  expect((await stored())?.body).toBe("");
});

test("a mail that opens nothing any more is neither sent nor kept, nor does it count as waiting", async () => {
  await postMail(database(), [opening(60_000)]);
  expect((await selectBacklog(database())).mails).toBe(1);
  await tamper(sql`UPDATE mail_outbox SET expires_at = now()`);
  await sendWaitingMail();
  expect([receivers(), (await selectBacklog(database())).mails]).toEqual([[], 0]);
  await purgeEmails();
  expect(await countRows(sql`SELECT count(*)::int AS n FROM mail_outbox`)).toBe(0);
});

test("a mail whose key is gone is given up, and keeps no other one waiting", async () => {
  await postMail(database(), [opening(60_000), email(2)]);
  await tamper(sql`UPDATE mail_outbox SET body = 'of another key' WHERE expires_at IS NOT NULL`);
  await sendWaitingMail();
  expect([receivers(), await waiting()]).toEqual([["n2@shop.example"], 0]);
});

test("a promised link to sign in is in the outbox before a process that stops has ended, and another one sends it", async () => {
  const { email: address } = await signedIn();
  smtp.hooks.onData = () => Promise.reject(new Error("Away"));
  expect(await requestLink(address, "/dashboard")).toEqual({ ok: true });
  await finishLinks();
  expect(await waiting()).toBe(1);
  smtp.hooks.onData = async () => {};
  const sent = async () => {
    await sendWaitingMail();
    return receivers();
  };
  await expect.poll(sent).toEqual([address]);
  const [{ mail } = expect.fail("No mail")] = smtp.received;
  const token = new URL(/https?:\/\/\S+/.exec(mail.text ?? "")?.[0] ?? "").searchParams.get("token") ?? "";
  expect(await emailOfLink(token)).toBe(address);
});
