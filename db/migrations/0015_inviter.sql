ALTER TABLE "invitation" ADD COLUMN "invited_by" uuid REFERENCES "public"."user"("id") ON DELETE cascade;--> statement-breakpoint
CREATE INDEX "invitation_by_inviter" ON "invitation" USING btree ("invited_by");--> statement-breakpoint
-- Whose word the open ones are is in the audit log.
UPDATE invitation SET invited_by = (
  SELECT u.id FROM audit_event a LEFT JOIN "user" u ON u.email = a.actor
  WHERE a.organization_id = invitation.organization_id AND a.action = 'member.invited' AND a.subject = invitation.email
  ORDER BY a.created_at DESC, a.id DESC LIMIT 1)
WHERE accepted_at IS NULL AND revoked_at IS NULL;
