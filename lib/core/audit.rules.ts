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
  "invitation.revoked": "took an invitation back",
  "invitation.accepted": "accepted an invitation and became a member",
  "member.role_changed": "changed the role of a member",
  "member.removed": "removed a member",
  "member.left": "left the organization",
  "user.erased": "erased a person: what they did stands under a pseudonym",
  "session.ended": "signed out a browser",
  "sessions.ended": "signed out everywhere",
  "key.created": "created a plugin key",
  "key.labelled": "renamed a plugin key",
  "key.language_set": "changed the language of a plugin key",
  "key.verified_devices_set": "changed what a plugin key does with devices that hold a proof",
  "key.limit_set": "changed how many calls a minute a plugin key may make",
  "key.brake_set": "changed the brake of a plugin key",
  "key.braked": "paused a plugin key: its brake was reached",
  "key.rotated": "replaced a plugin key with a new one",
  "key.reactivated": "took the replacement of a plugin key back: the old one goes on",
  "key.revoked": "revoked a plugin key",
  "domain.verified_manually": "verified a domain manually",
  "domain.claimed": "asked for a domain",
  "domain.verified": "verified a domain",
  "domain.reverified": "found the record of a domain again",
  "domain.missing": "found the record of a domain gone: it counts for seven days more",
  "domain.lost": "stopped counting a domain as verified: its record stayed away",
  "domain.subdomains_set": "changed whether the names below a domain count too",
  "domain.removed": "removed a domain",
  "key.paused": "paused a plugin key: its calls are refused",
  "key.resumed": "let a plugin key go on",
  "key.locked": "locked a plugin key to a secret: calls without it are refused",
  "key.secret_added": "made a second secret for a locked plugin key",
  "key.secret_revoked": "revoked a secret of a locked plugin key",
  "key.unlocked": "unlocked a plugin key: it needs no secret any more",
  "event.reversed": "took a billed check back",
  "invoice.credited": "took an invoice back with a credit note",
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
