import { count, money } from "#lib/billing/money.rules.ts";
import type { Action } from "#lib/core/audit.rules.ts";

/** A part of a sentence: plain words, or a thing with the address of its page. */
export type Phrase = string | { text: string; href: string };

export type Entry = { subject: string; before: unknown; after: unknown };

/** What an entry does not hold: the names of things, and how times are written. */
export type AuditNames = {
  /** The label of a key, or its shortened text. */
  keyName: (key: string) => string;
  /** Is this host still one of the organization's domains? */
  hasDomain: (host: string) => boolean;
  /** `null`: a plan that is not offered any more. */
  planName: (id: string) => string | null;
  /** For example "24 Nov, 09:00". */
  moment: (iso: string) => string;
  /** Of the terms that hold now; a cap is in it. */
  currency: string;
};

type Facts = Record<string, unknown>;
type Telling = (entry: { subject: string; before: Facts; after: Facts }, words: AuditNames) => Phrase[];

/** The rest of the sentence after the actor's name, without a full stop. Never an id, a code or a time as a machine writes it. */
const SENTENCES = {
  "organization.created": ({ after }) => ["created the organization", ...named(after.name)],
  "organization.renamed": ({ before, after }) => [
    `renamed the organization from ${quoted(before.name)} to ${quoted(after.name)}`,
  ],
  "organization.suspended": () => ["suspended the organization: all of its calls are refused"],
  "organization.resumed": () => ["lifted the suspension of the organization"],
  "organization.deleted": ({ before }) => ["deleted the organization", ...named(before.name)],
  "settings.changed": ({ before, after }) => ["changed ", SETTINGS, `: ${changes(before, after)}`],
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
  "member.invited": ({ subject, after }) => ["invited ", person(subject), ` as ${roleOf(after)}`],
  "invitation.revoked": ({ subject, before }) => [
    "cancelled the invitation of ",
    person(subject),
    before.role ? ` as ${roleOf(before)}` : "",
  ],
  "invitation.accepted": ({ after }) => [`accepted an invitation and became ${aRole(after)}`],
  "member.role_changed": ({ subject, before, after }) => [
    "changed ",
    person(subject),
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
  "key.created": ({ subject, after }, words) => [
    `created the ${after.mode === "test" ? "test" : "live"} key `,
    key(subject, words),
  ],
  "key.settings_changed": ({ subject, before, after }, words) => [
    "changed the settings of the key ",
    key(subject, words),
    `: ${changes(before, after)}`,
  ],
  "key.braked": ({ subject, after }, words) => [
    "paused the key ",
    key(subject, words),
    typeof after.acceptedPerHour === "number"
      ? `: it had more than ${count(after.acceptedPerHour)} accepted calls in an hour`
      : ": it had more accepted calls in an hour than you allow",
  ],
  "key.rotated": ({ subject, after }, words) => [
    "rotated the key ",
    key(subject, words),
    ...(typeof after.key === "string" ? [" to ", newKey(subject, after.key, words)] : []),
    typeof after.endsAt === "string" ? `; the old one works until ${words.moment(after.endsAt)}` : "",
  ],
  "key.reactivated": ({ subject }, words) => ["cancelled the rotation of the key ", key(subject, words)],
  "key.ended": ({ subject }, words) => ["ended the old key ", key(subject, words), " of a rotation at once"],
  "key.revoked": ({ subject, after }, words) => [
    "revoked the key ",
    key(subject, words),
    ...(typeof after.continues === "string" ? [" and kept the old key ", key(after.continues, words)] : []),
  ],
  "domain.verified_manually": ({ subject }, words) => ["verified the domain ", domain(subject, words), " by hand"],
  "domain.claimed": ({ subject, before, after }, words) =>
    Object.keys(before).length === 0
      ? ["added the domain ", domain(subject, words)]
      : ["changed how the domain ", domain(subject, words), ` is verified: ${changes(before, after)}`],
  "domain.verified": ({ subject, after }, words) => [
    "verified the domain ",
    domain(subject, words),
    after.by === "file" ? " by its file" : " by its DNS record",
  ],
  "domain.reverified": ({ subject }, words) => ["found the record of ", domain(subject, words), " again"],
  "domain.missing": ({ subject }, words) => [
    "no longer found the record of ",
    domain(subject, words),
    "; live checks go on for seven days",
  ],
  "domain.lost": ({ subject }, words) => [
    "stopped the live checks of ",
    domain(subject, words),
    ": its record stayed away for seven days",
  ],
  "domain.subdomains_set": ({ subject, after }, words) => [
    after.includeSubdomains ? "included the sub-domains of " : "left out the sub-domains of ",
    domain(subject, words),
  ],
  "domain.removed": ({ subject }, words) => ["removed the domain ", domain(subject, words)],
  "key.paused": ({ subject }, words) => ["paused the key ", key(subject, words)],
  "key.resumed": ({ subject }, words) => ["resumed the key ", key(subject, words)],
  "key.locked": ({ subject }, words) => ["locked the key ", key(subject, words), ": calls need one of its secrets"],
  "key.secret_added": ({ subject, after }, words) => [
    secretOf("created a secret", after),
    " for the key ",
    key(subject, words),
  ],
  "key.secret_revoked": ({ subject, before }, words) => [
    secretOf("removed a secret", before),
    " of the key ",
    key(subject, words),
  ],
  "key.unlocked": ({ subject }, words) => ["unlocked the key ", key(subject, words)],
  "event.reversed": ({ after }, words) => [
    "credited ",
    { text: "a billed check", href: "/dashboard/billing/events" },
    typeof after.priceMinor === "number" ? ` of ${money(after.priceMinor, currencyOf(after, words))}` : "",
    because(after.reason),
  ],
  "invoice.credited": ({ subject, after }) => [
    "credited ",
    invoice(subject, "invoice"),
    ...(typeof after.creditNote === "number" ? [" with ", invoice(String(after.creditNote), "credit note")] : []),
    because(after.reason),
  ],
  "invoice.paid": ({ subject, after }) => ["marked ", invoice(subject, "invoice"), " as paid", because(after.note)],
  "plan.set": ({ subject, after }, words) => [
    `changed the plan ${typeof after.name === "string" ? after.name : (words.planName(subject) ?? "of the service")}`,
  ],
  "subscription.set": ({ before, after }, words) => ["changed ", PLAN, ` to ${termsText(before, after, words)}`],
  "subscription.chosen": ({ before, after }, words) => ["chose ", PLAN, ` ${termsText(before, after, words)}`],
  "subscription.canceled": () => ["cancelled ", PLAN, ": live checks are refused"],
  "subscription.followed": ({ before, after }, words) => ["reported ", PLAN, `: ${termsText(before, after, words)}`],
  "cap.set": ({ before, after }, words) => ["", ...capText(before, after, words)],
} as const satisfies Record<Action, Telling>;

/** `action`: `null` for one that another version wrote. */
export function sentenceParts(action: Action | null, entry: Entry, words: AuditNames): Phrase[] {
  if (action === null) return ["changed something that this version does not know"];
  const { subject, before, after } = entry;
  const sentence: Telling = SENTENCES[action];
  return sentence({ subject, before: factsOf(before), after: factsOf(after) }, words).filter((phrase) => phrase !== "");
}

const SETTINGS = { text: "the settings", href: "/dashboard/settings" };
const VISITORS_PAGE = { text: "the visitor’s page", href: "/dashboard/settings" };
const TEAM = { text: "the team", href: "/dashboard/team" };
const PLAN = { text: "the plan", href: "/dashboard/billing/plan" };
const CAP = { text: "spend cap", href: "/dashboard/billing/plan" };

function key(text: string, { keyName }: AuditNames): Phrase {
  return { text: keyName(text), href: `/dashboard/keys/${text}` };
}

/** A new key has the label of the old one, until somebody changes it. */
function newKey(old: string, fresh: string, words: AuditNames): Phrase {
  const isAlike = words.keyName(old) === words.keyName(fresh);
  return { text: isAlike ? "a new one" : words.keyName(fresh), href: `/dashboard/keys/${fresh}` };
}

function domain(host: string, { hasDomain }: AuditNames): Phrase {
  return hasDomain(host) ? { text: host, href: `/dashboard/domains/${host}` } : host;
}

function person(email: string): Phrase {
  return wasErased(email) ? personName(email) : { text: email, href: "/dashboard/team" };
}

function personName(email: string): string {
  return wasErased(email) ? "an erased person" : email;
}

/** `eraseUser` writes such a pseudonym in place of an address. */
export function wasErased(actor: string): boolean {
  return /^erased-[0-9a-f]{12}$/.test(actor);
}

function invoice(number: string, kind: string): Phrase {
  return { text: `${kind} ${number}`, href: `/dashboard/billing/invoices/${number}` };
}

function named(name: unknown): string[] {
  return typeof name === "string" && name !== "" ? [` “${name}”`] : [];
}

function fromTo(before: unknown, after: unknown, none = "none"): string {
  const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : none);
  return `from ${text(before)} to ${text(after)}`;
}

function roleOf({ role }: Facts): string {
  return typeof role === "string" ? role : "a member";
}

function aRole(facts: Facts): string {
  const role = roleOf(facts);
  return role === "a member" || role === "billing" ? role : `${/^[ao]/.test(role) ? "an" : "a"} ${role}`;
}

function secretOf(text: string, { secret }: Facts): string {
  return typeof secret === "string" ? `${text} ending in ${secret}` : text;
}

function because(reason: unknown): string {
  return typeof reason === "string" && reason !== "" ? ` (“${reason}”)` : "";
}

/** "the label from “Till” to “Web shop”, the brake from none to 500 an hour" */
function changes(before: Facts, after: Facts): string {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => valueText(name, before[name]) !== valueText(name, after[name]),
  );
  const texts = names.map((name) => {
    const field = FIELDS[name];
    if (!field) return "another setting";
    return `${field.name} from ${valueText(name, before[name])} to ${valueText(name, after[name])}`;
  });
  return texts.length === 0 ? "nothing" : [...new Set(texts)].join(", ");
}

type Field = { name: string; none: string; text?: (value: string | number | boolean) => string };

function quoted(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? `“${value}”` : "another name";
}

const language = (value: unknown) =>
  new Intl.DisplayNames("en", { type: "language" }).of(String(value)) ?? String(value);

const FIELDS: Readonly<Record<string, Field>> = {
  name: { name: "the name", none: "none", text: quoted },
  label: { name: "the label", none: "none", text: quoted },
  language: { name: "the language", none: "the default", text: language },
  timeZone: { name: "the time zone", none: "UTC", text: (zone) => String(zone).replaceAll("_", " ") },
  legalAddress: {
    name: "the legal address",
    none: "none",
    text: (lines) => quoted(String(lines).replaceAll("\n", ", ")),
  },
  vatNumber: { name: "the VAT number", none: "none" },
  verifiedDevices: {
    name: "what happens when a device has just confirmed its age",
    none: "the default",
    text: (value) => (value === "turned_away" ? "refuse a new check" : "ask again"),
  },
  callsPerMinute: { name: "the limit", none: "the default", text: (calls) => `${count(Number(calls))} calls a minute` },
  acceptedPerHour: { name: "the brake", none: "none", text: (calls) => `${count(Number(calls))} calls an hour` },
  method: { name: "the method", none: "none", text: (method) => (method === "file" ? "a file" : "a DNS record") },
  includeSubdomains: {
    name: "its sub-domains",
    none: "left out",
    text: (isIncluded) => (isIncluded ? "included" : "left out"),
  },
};

function valueText(name: string, value: unknown): string {
  const field = FIELDS[name];
  if (!field || value === null || value === undefined || value === "") return field?.none ?? "none";
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") return field.none;
  return field.text ? field.text(value) : String(value);
}

/** "Volume, at €29.00 a month with 500 checks included", then the status where it changed. */
function termsText(before: Facts, after: Facts, words: AuditNames): string {
  const plan = typeof after.planId === "string" ? words.planName(after.planId) : null;
  const currency = currencyOf(after, words);
  const fee = typeof after.monthlyFeeMinor === "number" ? after.monthlyFeeMinor : 0;
  const included = typeof after.includedChecks === "number" ? after.includedChecks : 0;
  const terms = [
    plan,
    `${money(fee, currency)} a month`,
    included > 0 ? `${count(included)} checks included` : null,
    after.status !== before.status && typeof after.status === "string" ? (STATUSES[after.status] ?? null) : null,
  ];
  return terms.filter((term) => term !== null).join(", ");
}

const STATUSES: Readonly<Record<string, string>> = {
  active: "now active",
  trialing: "now on trial",
  past_due: "payment now due",
  paused: "now paused",
  canceled: "now cancelled",
};

function capText(before: Facts, after: Facts, words: AuditNames): Phrase[] {
  const amount = ({ spendCapMinor }: Facts) =>
    typeof spendCapMinor === "number" ? money(spendCapMinor, words.currency) : "none";
  const [old, current] = [before.spendCapMinor, after.spendCapMinor].map((cap) =>
    typeof cap === "number" ? cap : Number.POSITIVE_INFINITY,
  );
  const at = after.stopsAtCap ? "live checks stop there" : "it only sends e-mails";
  if (old === current) return ["changed what happens at the ", CAP, `: ${at}`];
  if (after.spendCapMinor == null) return ["removed the ", CAP, ` of ${amount(before)}`];
  // From none, a cap is what a reader calls raised: before there was no amount.
  const verb = before.spendCapMinor == null || (current ?? 0) > (old ?? 0) ? "raised" : "lowered";
  return [`${verb} the `, CAP, ` from ${amount(before)} to ${amount(after)}; ${at}`];
}

function currencyOf({ currency }: Facts, words: AuditNames): string {
  return typeof currency === "string" ? currency : words.currency;
}

function factsOf(given: unknown): Facts {
  return typeof given === "object" && given !== null ? (given as Facts) : {};
}
