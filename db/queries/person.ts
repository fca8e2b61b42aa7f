import { desc, eq, getTableColumns, or, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { auditEvent } from "../schema/audit-event.ts";
import { mailOutbox } from "../schema/mail-outbox.ts";
import { invitation, member } from "../schema/member.ts";
import { organization } from "../schema/organization.ts";
import { signInAccount, signInLink, signInSession, user } from "../schema/user.ts";
import { columnsOf } from "../sql.ts";

const { digest: _cookie, codeDigest: _code, id: _id, userId: _of, ...ofSession } = getTableColumns(signInSession);
const { digest: _token, email: _email, ...ofLink } = getTableColumns(signInLink);

/** Reads every row that `erase-user.ts` touches, without digests and without other people's addresses. */
export async function selectPersonalRows(db: Db, email: string) {
  const [person] = await db.select().from(user).where(eq(user.email, email));
  const ofTheirs = eq(signInSession.userId, person?.id ?? sql`NULL`);
  const [memberships, sessions, accounts, invitations, links, mails, auditEntries] = await Promise.all([
    db
      .select({
        organizationId: member.organizationId,
        name: organization.name,
        role: member.role,
        since: member.createdAt,
      })
      .from(member)
      .innerJoin(organization, eq(organization.id, member.organizationId))
      .where(eq(member.userId, person?.id ?? sql`NULL`)),
    db.select(ofSession).from(signInSession).where(ofTheirs),
    db
      .select({ issuer: signInAccount.issuer, subject: signInAccount.subject, createdAt: signInAccount.createdAt })
      .from(signInAccount)
      .where(eq(signInAccount.userId, person?.id ?? sql`NULL`)),
    db
      .select({
        organizationId: invitation.organizationId,
        direction: sql<"received" | "sent">`CASE WHEN ${invitation.email} = ${email} THEN 'received' ELSE 'sent' END`,
        ...columnsOf(invitation, "role", "createdAt", "expiresAt", "acceptedAt", "revokedAt"),
      })
      .from(invitation)
      .where(or(eq(invitation.email, email), eq(invitation.invitedBy, person?.id ?? sql`NULL`))),
    db.select(ofLink).from(signInLink).where(eq(signInLink.email, email)),
    db
      .select(columnsOf(mailOutbox, "subject", "body", "createdAt", "sentAt"))
      .from(mailOutbox)
      .where(eq(mailOutbox.recipient, email)),
    db
      .select({
        at: auditEvent.createdAt,
        organizationId: auditEvent.organizationId,
        action: auditEvent.action,
        role: sql<"actor" | "subject">`CASE WHEN ${auditEvent.actor} = ${email} THEN 'actor' ELSE 'subject' END`,
      })
      .from(auditEvent)
      .where(namesInAudit(email))
      .orderBy(desc(auditEvent.createdAt)),
  ]);
  return { user: person ?? null, memberships, sessions, accounts, invitations, links, mails, auditEntries };
}

/** Is an address a whole value in an audit entry? */
export function namesInAudit(email: string) {
  return sql`(actor = ${email} OR subject = ${email} OR subject_label = ${email}
    OR strpos(concat(before::text, after::text), to_json(${email}::text)::text) > 0)`;
}
