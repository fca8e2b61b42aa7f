import { sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { invite } from "#lib/organizations/invitation.ts";
import { database } from "#lib/runtime/database.ts";
import { configure } from "#tests/support/configure.ts";
import { HOSTILE_ADDRESSES } from "#tests/support/hostile-addresses.ts";
import { memberOf } from "#tests/support/member.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { startSmtp } from "#tests/support/smtp.ts";

const sink = await startSmtp();
configure({ SMTP_URL: sink.url, MAIL_FROM: "Ageway <no-reply@age.example>" });

beforeEach(() => {
  sink.received.splice(0);
  sink.hooks.onData = async () => {};
});
afterAll(() => sink.close());

/** Somebody types it as an owner of an organization of their own. */
async function invited(typed: string, name = "Test shop") {
  const { id } = await newOrganization({ subscription: "none", domain: "unverified" });
  await database().execute(sql`UPDATE organization SET name = ${name} WHERE id = ${id}`);
  return invite(await memberOf(id, "owner"), id, typed, "viewer");
}

test.for(HOSTILE_ADDRESSES.filter(([, , mailbox]) => mailbox === null))(
  "with %s, %j gets no mail and nor does anybody else",
  async ([, typed]) => {
    expect(await invited(typed)).toEqual({ ok: false, reason: "email_invalid" });
    expect(sink.received).toEqual([]);
  },
);

test.for(HOSTILE_ADDRESSES.filter(([, , mailbox]) => mailbox !== null))(
  "with %s, %j gets one mail as %j and nobody else does",
  async ([, typed, mailbox]) => {
    expect(await invited(typed)).toMatchObject({ ok: true, email: mailbox, notified: true });
    expect(sink.received.map(({ recipients }) => recipients)).toEqual([[mailbox]]);
    const [{ mail, raw } = { mail: null, raw: "" }] = sink.received;
    expect([mail?.to, mail?.cc, mail?.bcc]).toEqual([[{ address: mailbox, name: "" }], undefined, undefined]);
    expect(raw.match(/^To: .*\r$/gm)).toEqual([`To: ${mailbox}\r`]);
  },
);

test("a name that would be a header of its own is text of the subject", async () => {
  await invited("owner@shop.example", "Shop\r\nBcc: thief@evil.example");
  expect(sink.received.map(({ recipients, mail }) => [recipients, mail.bcc])).toEqual([
    [["owner@shop.example"], undefined],
  ]);
  expect(sink.received[0]?.mail.subject).toBe("Shop Bcc: thief@evil.example: you are invited to join");
});

test("where the mail cannot be sent, the invitation is there all the same, and it says so", async () => {
  sink.hooks.onData = () => Promise.reject(new Error("Mailbox full"));
  expect(await invited("owner@shop.example")).toMatchObject({ ok: true, notified: false });
});
