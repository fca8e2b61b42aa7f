import { sql } from "drizzle-orm";
import { expect, inject, test, vi } from "vitest";
import type { User } from "#lib/core/actor.ts";
import { isFresh } from "#lib/core/permission.rules.ts";
import { log } from "#lib/observe/log.ts";
import { database } from "#lib/runtime/database.ts";
import { confirmByCode, mailCode } from "#lib/sign-in/code.ts";
import { takeEmailBudget } from "#lib/sign-in/email.ts";
import { readUser } from "#lib/sign-in/session.ts";
import { configure } from "#tests/support/configure.ts";
import { mailsTo } from "#tests/support/mailbox.ts";
import { codeOf, otherCode, setSession } from "#tests/support/sign-in-code.ts";
import { signedIn } from "#tests/support/signed-in.ts";

const WITHOUT_PROVIDER = { SIGN_IN_ISSUER: "" };
configure(WITHOUT_PROVIDER);

const DEAD = { ok: false, reason: "code_dead" };
const wrong = (left: number) => ({ ok: false, reason: "code_wrong", left });
const longAgo = () => signedIn({ minutes: 60 });

async function mailed(actor: User, n = 1): Promise<string> {
  expect(await mailCode(actor)).toEqual({ ok: true, hasInbox: true });
  return codeOf(actor.email, n);
}

async function storedSignIn(cookie: string): Promise<Date> {
  const [name = "", value = ""] = cookie.split("=");
  return (await readUser({ [name]: value }))?.signedInAt ?? new Date(Number.NaN);
}

test("the code makes an old sign-in a fresh one, in this browser only, and works once", async () => {
  const [{ actor, cookie, email }, before] = [await longAgo(), Date.now()];
  const elsewhere = await signedIn({ email, minutes: 60 });
  const code = await mailed(actor);
  const confirmed = await confirmByCode(actor, ` ${code.slice(0, 3)} ${code.slice(3)} `);
  const now = await storedSignIn(cookie);
  expect(confirmed).toEqual({ ok: true, actor: { ...actor, signedInAt: now } });
  expect(+now).toBeGreaterThanOrEqual(before - 1_000);
  expect(isFresh(await storedSignIn(elsewhere.cookie), new Date())).toBe(false);
  expect(await confirmByCode(actor, code)).toEqual(DEAD);
});

test("of twenty presses with the right code at once, one confirms", async () => {
  const { actor } = await longAgo();
  const code = await mailed(actor);
  const answers = await Promise.all(Array.from({ length: 20 }, () => confirmByCode(actor, code)));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
});

test("the fifth try may be the right one; after five wrong ones no code is", async () => {
  const [lucky, unlucky] = [await longAgo(), await longAgo()];
  const code = await mailed(lucky.actor);
  for (const left of [4, 3, 2, 1]) expect(await confirmByCode(lucky.actor, otherCode(code, left))).toEqual(wrong(left));
  expect(await confirmByCode(lucky.actor, code)).toMatchObject({ ok: true });
  const spent = await mailed(unlucky.actor);
  for (const left of [4, 3, 2, 1])
    expect(await confirmByCode(unlucky.actor, otherCode(spent, left))).toEqual(wrong(left));
  expect(await confirmByCode(unlucky.actor, otherCode(spent, 5))).toEqual(DEAD);
  expect(await confirmByCode(unlucky.actor, spent)).toEqual(DEAD);
  expect(isFresh(await storedSignIn(unlucky.cookie), new Date())).toBe(false);
});

test("of twenty wrong tries at once five count, and then the right code is too late", async () => {
  const { actor } = await longAgo();
  const code = await mailed(actor);
  const tries = await Promise.all(Array.from({ length: 20 }, (_, n) => confirmByCode(actor, otherCode(code, n + 1))));
  const lefts = tries.map((tried) => ("left" in tried ? tried.left : 0));
  expect(lefts.filter((left) => left > 0).toSorted()).toEqual([1, 2, 3, 4]);
  expect(await confirmByCode(actor, code)).toEqual(DEAD);
});

test("what is not six digits is no try", async () => {
  const { actor } = await longAgo();
  const code = await mailed(actor);
  for (const text of ["", "12345", `${code}0`, "abcdef", "' OR 1=1"])
    expect(await confirmByCode(actor, text)).toEqual({ ok: false, reason: "code_invalid" });
  expect(await confirmByCode(actor, otherCode(code))).toEqual(wrong(4));
});

test("a code is dead after ten minutes", async () => {
  const [young, old] = [await longAgo(), await longAgo()];
  const [code, late] = [await mailed(young.actor), await mailed(old.actor)];
  await setSession(young.actor, sql`code_expires_at = code_expires_at - interval '9 minutes'`);
  await setSession(old.actor, sql`code_expires_at = code_expires_at - interval '10 minutes'`);
  expect(await confirmByCode(young.actor, code)).toMatchObject({ ok: true });
  expect(await confirmByCode(old.actor, late)).toEqual(DEAD);
});

test("the code of another session of the same member, or of nobody, confirms nothing", async () => {
  const mine = await longAgo();
  const [elsewhere, without] = [await signedIn({ email: mine.email, minutes: 60 }), await longAgo()];
  const code = await mailed(mine.actor);
  let theirs = await mailed(elsewhere.actor, 2);
  // One in a million pairs is the same.
  if (theirs === code) theirs = otherCode(theirs);
  expect(await confirmByCode(mine.actor, theirs)).toEqual(wrong(4));
  expect(await confirmByCode(without.actor, code)).toEqual(DEAD);
  // The row of one session with the digest of another, as somebody with the database could write it.
  await setSession(
    elsewhere.actor,
    sql`code_digest = (SELECT code_digest FROM sign_in_session WHERE id = ${mine.actor.sessionId})`,
  );
  expect(await confirmByCode(elsewhere.actor, code)).toMatchObject({ ok: false, reason: "code_wrong" });
  expect(await confirmByCode(mine.actor, code)).toMatchObject({ ok: true });
});

test("a new code ends the one before and has five tries of its own; two presses at once mail one", async () => {
  const { actor, email } = await longAgo();
  const first = await mailed(actor);
  await Promise.all([mailCode(actor), mailCode(actor)]);
  for (const by of [1, 2]) await confirmByCode(actor, otherCode(first, by));
  await setSession(actor, sql`code_expires_at = code_expires_at - interval '11 seconds'`);
  const second = await mailed(actor, 2);
  expect(await mailsTo(email)).toHaveLength(2);
  const before = first === second ? otherCode(first) : first;
  expect(await confirmByCode(actor, before)).toEqual(wrong(4));
  expect(await confirmByCode(actor, second)).toMatchObject({ ok: true });
});

test("a code of which five tries were made is replaced at once", async () => {
  const { actor } = await longAgo();
  const code = await mailed(actor);
  for (const by of [1, 2, 3, 4, 5]) await confirmByCode(actor, otherCode(code, by));
  expect(await confirmByCode(actor, await mailed(actor, 2))).toMatchObject({ ok: true });
});

test("a member gets five codes at once, and then one in three minutes", async () => {
  const { actor, email } = await longAgo();
  for (let n = 1; n <= 5; n += 1) {
    await mailed(actor, n);
    await setSession(actor, sql`code_expires_at = code_expires_at - interval '11 seconds'`);
  }
  expect(await mailCode(actor)).toEqual({ ok: false, reason: "code_not_sent" });
  expect(await confirmByCode(actor, await codeOf(email, 5))).toMatchObject({ ok: true });
});

test("a press that mails no code, because one has just been mailed, counts for none", async () => {
  const { actor, email } = await longAgo();
  await mailed(actor);
  for (let press = 0; press < 6; press += 1) expect(await mailCode(actor)).toMatchObject({ ok: true });
  expect(await mailsTo(email)).toHaveLength(1);
});

test("who asks for links to a member's address keeps no code of theirs back", async () => {
  const { actor, email } = await longAgo();
  const asked = await Promise.all(Array.from({ length: 6 }, () => takeEmailBudget(email, true)));
  expect(asked.at(-1)).toBe(false);
  expect(await confirmByCode(actor, await mailed(actor))).toMatchObject({ ok: true });
});

test("a code stands in clear in no table and in no line of the log", async () => {
  const lines: unknown[] = [];
  for (const level of ["debug", "info", "warn", "error"] as const)
    vi.spyOn(log, level).mockImplementation((line: unknown) => void lines.push(line));
  const { actor, email } = await longAgo();
  const code = await mailed(actor);
  await confirmByCode(actor, otherCode(code));
  await confirmByCode(actor, code);
  vi.restoreAllMocks();
  const [row] = await database().execute<{ text: string }>(sql`
    SELECT concat((SELECT jsonb_agg(to_jsonb(m) - 'id' - 'key' - 'created_at' - 'sent_at' - 'expires_at') FROM mail_outbox m WHERE recipient = ${email})) AS text`);
  expect(row?.text).toContain(email);
  expect(row?.text.includes(code) || JSON.stringify(lines).includes(code)).toBe(false);
});

test("where members sign in at a provider, no code is mailed", async () => {
  const { actor, email } = await longAgo();
  configure({ SIGN_IN_ISSUER: inject("env").SIGN_IN_ISSUER ?? "https://id.example" });
  try {
    expect(await mailCode(actor)).toEqual({ ok: false, reason: "sign_in_again" });
  } finally {
    configure(WITHOUT_PROVIDER);
  }
  await mailed(actor);
  expect(await mailsTo(email)).toHaveLength(1);
});
