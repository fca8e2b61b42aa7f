import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { GET as openLink } from "#app/sign-in/link/route.tsx";
import { sendMail } from "#lib/mail/mail.ts";
import { database } from "#lib/runtime/database.ts";
import { emailOfLink } from "#lib/sign-in/link.ts";
import { readUser, sessionCookie } from "#lib/sign-in/session.ts";
import { endAllSessions } from "#lib/sign-in/sessions.ts";
import { type GatewayAnswer, send } from "#tests/support/gateway.ts";
import { letterOf } from "#tests/support/letter.ts";
import { mailsTo, mailTo } from "#tests/support/mailbox.ts";
import { countRows } from "#tests/support/organization.ts";
import { somebodyWaitsFor } from "#tests/support/organization-lock.ts";
import { asOwner } from "#tests/support/owner.ts";
import { signedIn } from "#tests/support/signed-in.ts";

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

function post(
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<GatewayAnswer> {
  const body = new URLSearchParams(fields).toString();
  return send(path, {
    method: "POST",
    body,
    headers: {
      Origin: String(process.env.BASE_URL),
      "Content-Type": "application/x-www-form-urlencoded",
      "User-Agent": FIREFOX,
      ...headers,
    },
  });
}

async function linkFor(email: string, next = "/dashboard"): Promise<string> {
  const before = (await mailsTo(email)).length;
  const asked = await post("/sign-in/email", { email, next });
  expect([asked.status, asked.headers.get("location")]).toEqual([303, "/sign-in/sent"]);
  const { text } = await mailTo(email, before + 1);
  return new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? "").searchParams.get("token") ?? "";
}

async function linksOf(email: string): Promise<number> {
  return countRows(sql`SELECT count(*)::int AS n FROM sign_in_link WHERE email = ${email}`);
}

function sessionOf(answer: GatewayAnswer): Record<string, string> {
  const line = answer.headers.getSetCookie().find((one) => one.startsWith(`${sessionCookie()}=`)) ?? "";
  return { [sessionCookie()]: /=([^;]*)/.exec(line)?.[1] ?? "" };
}

test("the link of a mail signs in, once", async () => {
  const { email, id } = await signedIn();
  const token = await linkFor(email, "/dashboard/keys");
  const first = await post("/sign-in/open", { token, next: "/dashboard/keys" });
  expect([first.status, first.headers.get("location")]).toEqual([303, "/dashboard/keys"]);
  expect(await readUser(sessionOf(first))).toMatchObject({ kind: "user", id, email });
  const second = await post("/sign-in/open", { token, next: "/dashboard" });
  expect(second.headers.get("location")).toBe("/sign-in?problem=link_dead&next=%2Fdashboard");
  expect(second.headers.getSetCookie().join()).not.toContain(sessionCookie());
  const cookie = `${sessionCookie()}=${sessionOf(first)[sessionCookie()]}`;
  const pageFor = async (headers = {}) => {
    const query = new URLSearchParams({ token, next: "/dashboard/keys" });
    return (await openLink(new Request(`${process.env.BASE_URL}/sign-in/link?${query}`, { headers }))).text();
  };
  const back = await pageFor({ cookie });
  expect(back).toContain(`You are signed in as <b>${email}</b>`);
  expect(back).toMatch(/<a [^>]*href="\/dashboard\/keys">Open the dashboard<\/a>/);
  expect(await pageFor()).not.toMatch(/signed in as|Open the dashboard/);
});

test("the mail goes when its link is there to be opened, and not before", async () => {
  const { email } = await signedIn();
  const later = `later-${randomUUID()}@shop.example`;
  const owner = asOwner();
  await owner.transaction(async (tx) => {
    await tx.execute(sql`LOCK TABLE sign_in_link IN SHARE MODE`);
    expect((await post("/sign-in/email", { email })).status).toBe(303);
    await somebodyWaitsFor(tx);
    await sendMail(later, letterOf("Later"));
    await mailTo(later);
    expect(await mailsTo(email)).toEqual([]);
  });
  await owner.$client.end();
  await mailTo(email);
  expect(await linksOf(email)).toBe(1);
});

test("the session's cookie is for us and for this browser only", async () => {
  const { email } = await signedIn();
  const answer = await post("/sign-in/open", { token: await linkFor(email) });
  const [line = ""] = answer.headers.getSetCookie();
  expect(answer.headers.getSetCookie()).toHaveLength(1);
  expect(line).toMatch(/; HttpOnly/);
  expect(line).toMatch(/; SameSite=Lax/);
  expect(line).toMatch(/; Path=\//);
});

test("of twenty presses on one link at once, one signs in", async () => {
  const { email } = await signedIn();
  const token = await linkFor(email);
  const answers = await Promise.all(Array.from({ length: 20 }, () => post("/sign-in/open", { token })));
  expect(answers.filter((answer) => answer.headers.get("location") === "/dashboard")).toHaveLength(1);
});

test("looking at a link does not use it up", async () => {
  const { email } = await signedIn();
  const token = await linkFor(email);
  for (let n = 0; n < 3; n += 1) expect(await emailOfLink(token)).toBe(email);
  expect((await post("/sign-in/open", { token })).headers.get("location")).toBe("/dashboard");
  expect(await emailOfLink(token)).toBeNull();
});

test("a link is dead after ten minutes", async () => {
  const { email } = await signedIn();
  const token = await linkFor(email);
  const [row] = await database().execute<{ minutes: number }>(
    sql`SELECT extract(epoch FROM expires_at - created_at)::int / 60 AS minutes FROM sign_in_link WHERE email = ${email}`,
  );
  expect(row?.minutes).toBe(10);
  await database().execute(sql`UPDATE sign_in_link SET expires_at = now() WHERE email = ${email}`);
  expect((await post("/sign-in/open", { token })).headers.get("location")).toMatch(/problem=link_dead/);
});

test("the token of a link stands nowhere in the database", async () => {
  const { email } = await signedIn();
  const token = await linkFor(email);
  const [row] = await database().execute<{ hits: number }>(
    sql`SELECT count(*)::int AS hits FROM sign_in_link l WHERE l::text LIKE ${`%${token}%`} OR encode(l.digest, 'hex') = ${token}`,
  );
  expect(row?.hits).toBe(0);
});

test("the answer does not tell whether an address is known, and a stranger gets no mail", async () => {
  const known = await signedIn();
  const stranger = `stranger-${known.id}@nowhere.example`;
  const [one, other] = [
    await post("/sign-in/email", { email: known.email }),
    await post("/sign-in/email", { email: stranger }),
  ];
  const shape = ({ status, headers, text }: GatewayAnswer) => [status, [...headers].toSorted(), text];
  expect(shape(other)).toEqual(shape(one));
  await mailTo(known.email);
  expect(await mailsTo(stranger)).toEqual([]);
  // Nor is anything kept of somebody who may not come.
  expect(await linksOf(stranger)).toBe(0);
});

/** The address of somebody with no account, who is invited. */
async function invited(): Promise<string> {
  const email = `invited-${randomUUID()}@shop.example`;
  await database().execute(sql`
    WITH o AS (INSERT INTO organization (id, name) VALUES (gen_random_uuid(), 'Shop') RETURNING id)
    INSERT INTO invitation (id, organization_id, email, role, digest, expires_at)
    SELECT gen_random_uuid(), id, ${email}, 'viewer', sha256(${email}::text::bytea), now() + interval '7 days' FROM o`);
  return email;
}

test("somebody with an open invitation may come", async () => {
  const email = await invited();
  const answer = await post("/sign-in/open", { token: await linkFor(email) });
  expect(await readUser(sessionOf(answer))).toMatchObject({ email });
});

test("a link that was mailed signs nobody in once the invitation is withdrawn", async () => {
  const email = await invited();
  const token = await linkFor(email);
  await database().execute(sql`UPDATE invitation SET revoked_at = now() WHERE email = ${email}`);
  const answer = await post("/sign-in/open", { token, next: "/dashboard" });
  expect(answer.headers.get("location")).toBe("/sign-in?problem=link_dead&next=%2Fdashboard");
  expect(await countRows(sql`SELECT count(*)::int AS n FROM "user" WHERE email = ${email}`)).toBe(0);
});

test("an address is written to five times in a quarter of an hour", async () => {
  const { email } = await signedIn();
  for (let n = 0; n < 8; n += 1) await post("/sign-in/email", { email });
  await expect.poll(async () => (await mailsTo(email)).length).toBe(5);
  const { email: other } = await signedIn();
  await linkFor(other);
  expect(await mailsTo(email)).toHaveLength(5);
  expect(await linksOf(email)).toBe(5);
});

test("signing in again gives a fresh session and ends the one of before", async () => {
  const before = await signedIn({ minutes: 60 });
  const asked = Date.now();
  const answer = await post("/sign-in/open", { token: await linkFor(before.email) }, { Cookie: before.cookie });
  const user = await readUser(sessionOf(answer));
  expect(Number(user?.signedInAt)).toBeGreaterThanOrEqual(asked);
  const [name = "", value = ""] = before.cookie.split("=");
  expect(await readUser({ [name]: value })).toBeNull();
});

test("signing out everywhere kills the links that are on their way", async () => {
  const { actor, email } = await signedIn();
  const token = await linkFor(email);
  await endAllSessions(actor);
  expect(await emailOfLink(token)).toBeNull();
  expect((await post("/sign-in/open", { token })).headers.get("location")).toMatch(/problem=link_dead/);
});

test("signing out ends the session, and forgets which organization was looked at", async () => {
  const { cookie } = await signedIn();
  const answer = await post("/sign-out", {}, { Cookie: cookie });
  const [name = "", value = ""] = cookie.split("=");
  expect(await readUser({ [name]: value })).toBeNull();
  expect(answer.headers.getSetCookie().join()).toMatch(/ageway-session=; Max-Age=0.*ageway-organization=; Max-Age=0/);
});

test.for([
  ["another site's", { Origin: "https://evil.example" }],
  ["a sandboxed frame's", { Origin: "null" }],
  ["nobody's", { Origin: "" }],
  ["one that only begins like ours", { Origin: `${process.env.BASE_URL}.evil.example` }],
] as const)("a form of %s origin is refused and does nothing", async ([, headers]) => {
  const { email, cookie } = await signedIn();
  const token = await linkFor(email);
  for (const [path, fields] of [
    ["/sign-in/email", { email }],
    ["/sign-in/open", { token }],
    ["/sign-in/provider", {}],
    ["/sign-in/begin", { token, email, name: "Shop" }],
    ["/sign-out", {}],
  ] as const)
    expect((await post(path, fields, { Cookie: cookie, ...headers })).status, path).toBe(403);
  expect(await emailOfLink(token)).toBe(email);
  expect(await mailsTo(email)).toHaveLength(1);
  const [name = "", value = ""] = cookie.split("=");
  expect(await readUser({ [name]: value })).not.toBeNull();
});

test.for([
  "https://evil.example",
  "//evil.example",
  "/\\evil.example",
  "/dashboard//evil.example",
  "/dashboard@evil.example",
  "/dashboardevil",
  "/verify/b",
  "javascript:alert(1)",
  "/dashboard\r\nSet-Cookie: a=b",
])("after signing in nobody is sent to %j", async (next) => {
  const { email } = await signedIn();
  const answer = await post("/sign-in/open", { token: await linkFor(email), next });
  expect(answer.headers.get("location")).toBe("/dashboard");
});

test("a form without end is not read to its end", async () => {
  const answer = await post("/sign-in/email", { email: `${"x".repeat(20_000)}@shop.example` });
  expect(answer.status).toBe(413);
});

test("a made-up session signs nobody in", async () => {
  for (const value of ["", "x", "00000000-0000-0000-0000-000000000000", "a".repeat(10_000)])
    expect(await readUser({ [sessionCookie()]: value })).toBeNull();
});
