import { insertAuditEvent } from "#db/queries/audit-event.ts";
import { spendLinks } from "#db/queries/sign-in-link.ts";
import { deleteSessionOfUser, deleteSessions, selectSessions } from "#db/queries/sign-in-session.ts";
import { type Result, refuse } from "#lib/base/result.ts";
import { isUuid } from "#lib/base/text.ts";
import { uuidV7 } from "#lib/base/uuid.ts";
import type { User } from "#lib/core/actor.ts";
import { database } from "#lib/runtime/database.ts";
import type { SignInReason } from "#lib/sign-in/wording.ts";

/** The sessions of a user, the one that was seen last first. */
export async function listSessions(actor: User) {
  const sessions = await selectSessions(database(), actor.id);
  return sessions.map((session) => ({ ...session, isCurrent: session.id === actor.sessionId }));
}

/** Ends one session of the user. It counts on that browser's next request. */
export async function endSession(actor: User, sessionId: string): Promise<Result<object, SignInReason>> {
  return database().transaction(async (tx) => {
    if (!isUuid(sessionId) || !(await deleteSessionOfUser(tx, actor.id, sessionId))) return refuse("session_unknown");
    await insertAuditEvent(tx, { ...eventOf(actor), action: "session.ended", subject: sessionId });
    return { ok: true };
  });
}

/** Ends every session of the user, this one too. Links that were mailed to them no longer work. */
export async function endAllSessions(actor: User): Promise<Result<{ ended: number }, SignInReason>> {
  return database().transaction(async (tx) => {
    const ended = await deleteSessions(tx, actor.id);
    await spendLinks(tx, actor.email);
    if (ended > 0) await insertAuditEvent(tx, { ...eventOf(actor), action: "sessions.ended", subject: actor.id });
    return { ok: true, ended };
  });
}

/** An audit entry about a user, in no organization. */
function eventOf(actor: User) {
  return { id: uuidV7(), organizationId: null, actor: actor.email };
}
