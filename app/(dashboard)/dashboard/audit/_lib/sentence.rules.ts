import type { Action } from "#lib/core/audit.rules.ts";
import { changes, type EntryFacts, fromTo, quoted } from "./changes.rules.ts";
import {
  type AuditNames,
  domainLink,
  invoiceLink,
  keyLink,
  otherKeyLink,
  type Phrase,
  PLAN,
  personLink,
  personName,
  SETTINGS,
  TEAM,
  VISITORS_PAGE,
} from "./phrase.rules.ts";
import { capText, currencyOf, termsText } from "./terms-text.rules.ts";

/** `subjectLabel`: of a key, as the change left it; `null`: of any other thing, and in entries of older versions. */
export type Entry = { subject: string; subjectLabel: string | null; before: unknown; after: unknown };

type Facts = { subject: string; before: EntryFacts; after: EntryFacts };

/** `key`: the subject as a link, where it is a key. */
type SentenceOf = (entry: Facts & { key: Phrase }, words: AuditNames) => Phrase[];

/** Writes the rest of the sentence after the actor's name, without a full stop, an id, a code or a machine's time. */
const SENTENCES = {
  "organization.created": ({ after }) => ["created the organization", ...named(after.name)],
  "organization.renamed": ({ before, after }) => [
    `renamed the organization from ${quoted(before.name)} to ${quoted(after.name)}`,
  ],
  "organization.suspended": () => ["suspended the organization: all of its calls are refused"],
  "organization.resumed": () => ["lifted the suspension of the organization"],
  "organization.deleted": ({ before }) => ["deleted the organization", ...named(before.name)],
  "settings.changed": ({ before, after }, words) => ["changed ", SETTINGS, `: ${changes(before, after, words)}`],
  "accent.set": ({ before, after }) => [
    "changed the colour of ",
    VISITORS_PAGE,
    ` ${fromTo(before.accent, after.accent, "the default")}`,
  ],
  "logo.set": ({ before, after }) => [
    after.logo == null ? "removed the logo of " : before.logo == null ? "added a logo to " : "changed the logo of ",
    VISITORS_PAGE,
  ],
  "owner.added": ({ subject }) => [`made ${personName(subject)} an owner`],
  "member.invited": ({ subject, after }) => ["invited ", personLink(subject), ` as ${roleOf(after)}`],
  "invitation.revoked": ({ subject, before }) => [
    "cancelled the invitation of ",
    personLink(subject),
    before.role ? ` as ${roleOf(before)}` : "",
  ],
  "invitation.accepted": ({ after }) => [`accepted an invitation and became ${aRole(after)}`],
  "member.role_changed": ({ subject, before, after }) => [
    "changed ",
    personLink(subject),
    ` from ${roleOf(before)} to ${roleOf(after)}`,
  ],
  "member.removed": ({ subject, before }) => [
    `removed ${personName(subject)} from `,
    TEAM,
    before.role ? `, who was ${aRole(before)}` : "",
  ],
  "member.left": ({ before }) => ["left the organization", before.role ? `, as ${aRole(before)}` : ""],
  "user.erased": () => ["erased a person: what they did stands under a pseudonym"],
  "session.ended": () => ["signed out a browser"],
  "sessions.ended": () => ["signed out everywhere"],
  "key.created": ({ key, after }) => [
    `created the ${after.mode === "test" ? "test" : "live"} key `,
    key,
    typeof after.secret === "string" ? ", locked from the start" : "",
  ],
  "key.settings_changed": ({ subject, key, before, after }, words) => [
    "changed the settings of the key ",
    "label" in before ? keyLink(subject, before.label, words) : key,
    `: ${changes(before, after, words)}`,
  ],
  "key.braked": ({ key, after }, words) => [
    "paused the key ",
    key,
    typeof after.acceptedPerHour === "number"
      ? `: it had more than ${words.count(after.acceptedPerHour)} accepted calls with its secret in an hour`
      : ": it had more accepted calls with its secret in an hour than you allow",
  ],
  "key.rotated": ({ key, after }, words) => [
    "rotated the key ",
    key,
    ...(typeof after.key === "string" ? [" to ", otherKeyLink("a new one", after.key)] : []),
    typeof after.endsAt === "string" ? `; the old one ends on ${words.moment(after.endsAt)}` : "",
  ],
  "key.reactivated": ({ key }) => ["cancelled the rotation of the key ", key],
  "key.ended": ({ key }) => ["ended the old key ", key, " of a rotation at once"],
  "key.revoked": ({ key, after }) => [
    "revoked the key ",
    key,
    ...(typeof after.continues === "string" ? [" and kept ", otherKeyLink("the old one", after.continues)] : []),
  ],
  "domain.verified_manually": ({ subject }, words) => ["verified the domain ", domainLink(subject, words), " by hand"],
  "domain.claimed": ({ subject, before, after }, words) =>
    Object.keys(before).length === 0
      ? ["added the domain ", domainLink(subject, words)]
      : ["changed how the domain ", domainLink(subject, words), ` is verified: ${changes(before, after, words)}`],
  "domain.verified": ({ subject, after }, words) => [
    "verified the domain ",
    domainLink(subject, words),
    after.by === "file" ? " by its file" : " by its DNS record",
  ],
  "domain.reverified": ({ subject }, words) => ["found the record of ", domainLink(subject, words), " again"],
  "domain.missing": ({ subject }, words) => [
    "no longer found the record of ",
    domainLink(subject, words),
    "; live checks continue for seven days",
  ],
  "domain.lost": ({ subject }, words) => [
    "stopped the live checks of ",
    domainLink(subject, words),
    ": its record stayed away for seven days",
  ],
  "domain.subdomains_set": ({ subject, after }, words) => [
    after.includeSubdomains ? "included the sub-domains of " : "left out the sub-domains of ",
    domainLink(subject, words),
  ],
  "domain.removed": ({ subject }, words) => ["removed the domain ", domainLink(subject, words)],
  "shop.examined": ({ subject }, words) => ["ran the gate test on ", domainLink(subject, words)],
  "key.paused": ({ key }) => ["paused the key ", key],
  "key.resumed": ({ key }) => ["resumed the key ", key],
  "key.locked": ({ key }) => ["locked the key ", key, ": calls need one of its secrets"],
  "key.secret_added": ({ key, after }) => [secretOf("created a secret", after), " for the key ", key],
  "key.secret_revoked": ({ key, before }) => [secretOf("removed a secret", before), " of the key ", key],
  "key.unlocked": ({ key }) => ["unlocked the key ", key],
  "event.reversed": ({ after }, words) => [
    "credited ",
    { text: "a billed check", href: "/dashboard/billing/events" },
    typeof after.priceMinor === "number" ? ` of ${words.money(after.priceMinor, currencyOf(after, words))}` : "",
    because(after.reason),
  ],
  "invoice.credited": ({ subject, after }) => [
    "credited ",
    invoiceLink(subject, "invoice"),
    ...(typeof after.creditNote === "number" ? [" with ", invoiceLink(String(after.creditNote), "credit note")] : []),
    because(after.reason),
  ],
  "invoice.paid": ({ subject, after }) => ["marked ", invoiceLink(subject, "invoice"), " as paid", because(after.note)],
  "plan.set": ({ subject, after }, words) => [
    `changed the plan ${typeof after.name === "string" ? after.name : (words.planName(subject) ?? "of the service")}`,
  ],
  "subscription.set": ({ before, after }, words) => ["changed ", PLAN, ` to ${termsText(before, after, words)}`],
  "subscription.chosen": ({ before, after }, words) => ["chose ", PLAN, ` ${termsText(before, after, words)}`],
  "subscription.canceled": () => ["cancelled ", PLAN, ": live checks are refused"],
  "subscription.followed": ({ before, after }, words) => ["reported ", PLAN, `: ${termsText(before, after, words)}`],
  "cap.set": ({ before, after }, words) => ["", ...capText(before, after, words)],
} as const satisfies Record<Action, SentenceOf>;

/** `action`: `null` for one that another version wrote. */
export function sentenceParts(action: Action | null, entry: Entry, words: AuditNames): Phrase[] {
  if (action === null) return ["changed something that this version does not know"];
  const { subject, subjectLabel } = entry;
  const [before, after] = [factsOf(entry.before), factsOf(entry.after)];
  const key = keyLink(subject, subjectLabel ?? after.label, words);
  const sentence: SentenceOf = SENTENCES[action];
  return sentence({ subject, before, after, key }, words).filter((phrase) => phrase !== "");
}

/** Writes the same as a line of text. */
export function sentenceText(action: Action | null, entry: Entry, words: AuditNames): string {
  return sentenceParts(action, entry, words)
    .map((phrase) => (typeof phrase === "string" ? phrase : phrase.text))
    .join("");
}

function roleOf({ role }: EntryFacts): string {
  return typeof role === "string" ? role : "a member";
}

function aRole(facts: EntryFacts): string {
  const role = roleOf(facts);
  return role === "a member" || role === "billing" ? role : `${/^[ao]/.test(role) ? "an" : "a"} ${role}`;
}

function secretOf(text: string, { secret }: EntryFacts): string {
  return typeof secret === "string" ? `${text} ending in ${secret}` : text;
}

function because(reason: unknown): string {
  return typeof reason === "string" && reason !== "" ? ` (“${reason}”)` : "";
}

function named(name: unknown): string[] {
  return typeof name === "string" && name !== "" ? [` “${name}”`] : [];
}

function factsOf(given: unknown): EntryFacts {
  return typeof given === "object" && given !== null ? (given as EntryFacts) : {};
}
