import { randomBytes, randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { User } from "#lib/core/actor.ts";
import { database } from "#lib/runtime/database.ts";
import { openSession, readSession } from "#lib/sign-in/session.ts";
import { endAllSessions, endSession, listSessions } from "#lib/sign-in/sessions.ts";
import { person } from "#tests/support/member.ts";
import { countRows } from "#tests/support/organization.ts";

const UNKNOWN = { ok: false, reason: "session_unknown" };

/** A browser that somebody is signed in with, seen so many minutes ago. */
async function session(
  { id: userId }: User,
  browser: string,
  { id = randomUUID() as string, minutes = 0, isOver = false } = {},
) {
  await database().execute(sql`
    INSERT INTO sign_in_session (digest, id, user_id, expires_at, last_seen_at, browser)
    VALUES (${randomBytes(32)}, ${id}, ${userId}, now() + ${isOver ? -1 : 60} * interval '1 minute', now() - ${minutes} * interval '1 minute', ${browser})`);
  return id;
}

const tracesBy = ({ email }: User) =>
  countRows(sql`SELECT count(*)::int AS n FROM audit_event WHERE actor = ${email} AND organization_id IS NULL`);

test("somebody sees the browsers they are signed in with, the latest first, and which is this one", async () => {
  const user = await person();
  const here = await session(user, "Firefox on Linux", { id: user.sessionId, minutes: 5 });
  const there = await session(user, "Safari on iOS");
  await session(user, "Long gone", { isOver: true });
  await session(await person(), "Somebody else's");
  const moments = { createdAt: expect.any(Date), lastSeenAt: expect.any(Date) };
  expect(await listSessions(user)).toEqual([
    { id: there, browser: "Safari on iOS", isCurrent: false, ...moments },
    { id: here, browser: "Firefox on Linux", isCurrent: true, ...moments },
  ]);
});

test("a session counts for thirty days, and from its end on no more", async () => {
  const user = await person();
  const secret = await openSession(user.id, "Firefox on Linux");
  expect(await readSession(secret)).toMatchObject({ userId: user.id });
  const days = sql`SELECT round(extract(epoch FROM expires_at - now()) / 86400)::int AS n FROM sign_in_session WHERE user_id = ${user.id}`;
  expect(await countRows(days)).toBe(30);
  await database().execute(sql`UPDATE sign_in_session SET expires_at = now() WHERE user_id = ${user.id}`);
  expect(await readSession(secret)).toBeNull();
});

test("a browser is signed out once, and only by whose it is", async () => {
  const [user, other] = [await person(), await person()];
  const id = await session(user, "Safari on iOS");
  expect(await endSession(other, id)).toEqual(UNKNOWN);
  expect(await listSessions(user)).toHaveLength(1);
  expect([await endSession(user, id), await endSession(user, id)]).toEqual([{ ok: true }, UNKNOWN]);
  expect(await endSession(user, "nonsense")).toEqual(UNKNOWN);
  expect([await tracesBy(user), await tracesBy(other)]).toEqual([1, 0]);
});

test("signing out everywhere ends all of one's own, and nobody else's", async () => {
  const [user, other] = [await person(), await person()];
  await session(user, "One", { id: user.sessionId });
  await session(user, "Two");
  await session(other, "Theirs");
  expect(await endAllSessions(user)).toEqual({ ok: true, ended: 2 });
  expect(await endAllSessions(user)).toEqual({ ok: true, ended: 0 });
  expect([await listSessions(user), (await listSessions(other)).length, await tracesBy(user)]).toEqual([[], 1, 1]);
});
