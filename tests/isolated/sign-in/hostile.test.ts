import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { POST } from "#app/sign-in/email/route.ts";
import { configure } from "#tests/support/configure.ts";
import { HOSTILE_ADDRESSES } from "#tests/support/hostile-addresses.ts";
import { startSmtp } from "#tests/support/smtp.ts";

const sink = await startSmtp();
configure({ SMTP_URL: sink.url, MAIL_FROM: "Ageway <no-reply@age.example>", SIGN_UP: "anyone" });

const SOON = { timeout: 300_000, interval: 5 };
let honest = 0;

beforeEach(() => void sink.received.splice(0));
afterAll(() => sink.close());

async function typedAtSignIn(email: string): Promise<string | null> {
  const request = new Request(`${process.env.BASE_URL}/sign-in/email`, {
    method: "POST",
    body: new URLSearchParams({ email, next: "/dashboard" }),
    headers: { Origin: String(process.env.BASE_URL) },
  });
  return (await POST(request)).headers.get("location");
}

/**
 * Mail goes its own way after the answer: once that of somebody who asked later is there, nothing else is to come. Each asks
 * at a host of their own, because strangers at one host have a budget.
 */
async function recipients(): Promise<string[][]> {
  honest += 1;
  const later = `later@shop-${honest}.example`;
  await typedAtSignIn(later);
  const all = () => sink.received.map((one) => one.recipients);
  await vi.waitFor(() => expect(all().flat()).toContain(later), SOON);
  return all().filter((some) => !some.includes(later));
}

test.for(HOSTILE_ADDRESSES.filter(([, , mailbox]) => mailbox === null))(
  "with %s, %j gets no link and nor does anybody else",
  async ([, typed]) => {
    expect(await typedAtSignIn(typed)).toMatch(/^\/sign-in\?problem=email_invalid/);
    expect(await recipients()).toEqual([]);
  },
);

test.for(HOSTILE_ADDRESSES.filter(([, , mailbox]) => mailbox !== null))(
  "with %s, %j gets one link as %j and nobody else does",
  async ([, typed, mailbox]) => {
    expect(await typedAtSignIn(typed)).toBe("/sign-in/sent");
    await vi.waitFor(() => expect(sink.received).toHaveLength(1), SOON);
    const [{ mail } = { mail: null }] = sink.received;
    expect([mail?.to, mail?.cc, mail?.bcc]).toEqual([[{ address: mailbox, name: "" }], undefined, undefined]);
    expect(await recipients()).toEqual([[mailbox]]);
  },
);
