/** The sentence of each change in the audit log, after the actor's name. */
const SENTENCES = {
  "organization.created": "created the organization",
  "organization.renamed": "renamed the organization",
  "organization.suspended": "suspended the organization: all of its calls are refused",
  "organization.resumed": "lifted the suspension of the organization",
  "organization.deleted": "deleted the organization",
  "settings.changed": "changed the settings",
  "accent.set": "changed the accent colour",
  "logo.set": "changed the logo",
  "owner.added": "made somebody an owner",
  "member.invited": "invited somebody",
  "invitation.revoked": "cancelled an invitation",
  "invitation.accepted": "accepted an invitation and became a member",
  "member.role_changed": "changed the role of a member",
  "member.removed": "removed a member",
  "member.left": "left the organization",
  "user.erased": "erased a person: what they did stands under a pseudonym",
  "session.ended": "signed out a browser",
  "sessions.ended": "signed out everywhere",
  "key.created": "created a plugin key",
  "key.settings_changed": "changed the settings of a plugin key",
  "key.braked": "paused a plugin key: its brake was reached",
  "key.rotated": "replaced a plugin key with a new one",
  "key.reactivated": "cancelled the rotation of a plugin key: the old one goes on",
  "key.ended": "ended the old plugin key of a rotation at once",
  "key.revoked": "revoked a plugin key",
  "domain.verified_manually": "verified a domain manually",
  "domain.claimed": "added a domain",
  "domain.verified": "verified a domain",
  "domain.reverified": "found the record of a domain again",
  "domain.missing": "found the record of a domain gone: it counts for seven days more",
  "domain.lost": "stopped counting a domain as verified: its record stayed away",
  "domain.subdomains_set": "changed whether the names below a domain count too",
  "domain.removed": "removed a domain",
  "key.paused": "paused a plugin key: its calls are refused",
  "key.resumed": "resumed a plugin key",
  "key.locked": "locked a plugin key: calls without a secret of it are refused",
  "key.secret_added": "created a secret for a plugin key",
  "key.secret_revoked": "removed a secret of a plugin key",
  "key.unlocked": "unlocked a plugin key: it needs no secret any more",
  "shop.examined": "sent the doctor through a shop",
  "event.reversed": "credited a billed check",
  "invoice.credited": "credited an invoice with a credit note",
  "invoice.paid": "marked an invoice as paid",
  "plan.set": "changed a plan",
  "subscription.set": "changed the terms of the subscription",
  "subscription.chosen": "chose a plan",
  "subscription.canceled": "cancelled the subscription: live checks are refused",
  "subscription.followed": "reported the state of the subscription",
  "cap.set": "changed the spend cap",
} as const satisfies Record<string, string>;

export type Action = keyof typeof SENTENCES;

export const ACTIONS = Object.keys(SENTENCES) as Action[];

/** The action of this name; `null` for one that another version wrote. */
export function readAction(given: string): Action | null {
  return Object.hasOwn(SENTENCES, given) ? (given as Action) : null;
}

/** Plain words that follow the actor's name, without a full stop. */
export function sentenceOf(action: Action): string {
  return SENTENCES[action];
}
