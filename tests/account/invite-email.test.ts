import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { HOSTILE_ADDRESSES } from "#tests/support/hostile-addresses.ts";
import { startSmtp } from "#tests/support/smtp.ts";

// The configuration is read once, so these rooms are opened anew, with the sink in it.
const openRooms = async () => ({
  ...(await import("#lib/account/invitation.ts")),
  ...(await import("#lib/database.ts")),
  ...(await import("#tests/support/member.ts")),
  ...(await import("#tests/support/organization.ts")),
});

let sink: Awaited<ReturnType<typeof startSmtp>>;
let rooms: Awaited<ReturnType<typeof openRooms>>;

beforeAll(async () => {
  sink = await startSmtp();
  Object.assign(process.env, { SMTP_URL: sink.url, MAIL_FROM: "Ageway <no-reply@age.example>" });
  vi.resetModules();
  rooms = await openRooms();
});
beforeEach(() => void sink.received.splice(0));
afterAll(async () => {
  await rooms.closeDatabase();
  for (const name of ["SMTP_URL", "MAIL_FROM"]) delete process.env[name];
  vi.resetModules();
  await sink.close();
});

/** Somebody types it as an owner of an organization of their own. */
async function invited(typed: string, name = "Test shop") {
  const { id } = await rooms.organization({ subscription: "none", domain: "unverified" });
  await rooms.database().execute(sql`UPDATE organization SET name = ${name} WHERE id = ${id}`);
  return rooms.invite(await rooms.memberOf(id, "owner"), id, typed, "viewer");
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
    expect(await invited(typed)).toMatchObject({ ok: true, email: mailbox, told: true });
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
  expect(sink.received[0]?.mail.subject).toMatch(/Shop\s+Bcc: thief@evil\.example$/);
});

test("where the mail cannot be sent, the invitation is there all the same, and it says so", async () => {
  await sink.close();
  expect(await invited("owner@shop.example")).toMatchObject({ ok: true, told: false });
});
