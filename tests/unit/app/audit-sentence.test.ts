import { expect, test } from "vitest";
import {
  type AuditThing,
  actionsOf,
  choicePath,
  filterOfChoice,
  readChoice,
  THINGS,
} from "#app/(dashboard)/dashboard/audit/_lib/filter.rules.ts";
import type { AuditNames, Phrase } from "#app/(dashboard)/dashboard/audit/_lib/phrase.rules.ts";
import { type Entry, sentenceParts } from "#app/(dashboard)/dashboard/audit/_lib/sentence.rules.ts";
import { count, money } from "#lib/billing/money.rules.ts";
import { ACTIONS, type Action } from "#lib/core/audit.rules.ts";
import type { KeySettings } from "#lib/keys/key-settings.ts";
import type { OrganizationSettings } from "#lib/organizations/settings.ts";

const ID = "01a203d0-3923-76b9-86b5-a6c204446054";
const KEY = "pk_live_7QmWd5bKx3Jr8x2AbCdEfGhI";
const NEW = "pk_live_2RtWd5bKx3Jr8x2AbCdELp4k";
const ENDS = "2026-11-24T08:00:00.000Z";

const WORDS: AuditNames = {
  keyLabel: (key) => (key === KEY ? "Web shop 2024" : "Web shop"),
  hasDomain: (host) => host === "shop.example",
  planName: (id) => (id === "volume_2" ? "Volume" : null),
  moment: (iso) => (iso === ENDS ? "Tue 24 Nov, 09:00" : "then"),
  currency: "EUR",
  count,
  money,
};

const TERMS = { status: "active", currency: "EUR", planId: "volume_2", monthlyFeeMinor: 2900, includedChecks: 500 };
const SPAN = { stripeSubscription: "sub_1", stripeSubscribedAt: ENDS, stripeEndedAt: null };

const SHOP_KEY = { subject: KEY, subjectLabel: "Web shop 2024" };

/** An entry of each action as the verbs write it, and its sentence. */
const SAMPLES: Record<Action, [entry: Partial<Entry>, sentence: string]> = {
  "organization.created": [{ after: { name: "Vin" } }, "created the organization “Vin”"],
  "organization.renamed": [{ before: { name: "A" }, after: { name: "B" } }, "renamed the organization from “A” to “B”"],
  "organization.suspended": [{}, "suspended the organization: all of its calls are refused"],
  "organization.resumed": [{}, "lifted the suspension of the organization"],
  "organization.deleted": [{ before: { name: "Vin" } }, "deleted the organization “Vin”"],
  "settings.changed": [
    {
      before: { timeZone: "UTC", verifiedDevices: "asked_again", legalAddress: null, vatNumber: null },
      after: {
        timeZone: "America/New_York",
        verifiedDevices: "turned_away",
        legalAddress: "Street 1\nCity",
        vatNumber: "DK12345678",
      },
    },
    "changed the settings: the time zone from UTC to America/New York, what happens when a visitor has just been confirmed from ask again to refuse a new check, the legal address from none to “Street 1, City”, the VAT number from none to DK12345678",
  ],
  "accent.set": [
    { before: { accent: null }, after: { accent: "#1c4f94" } },
    "changed the colour of the visitor’s page from the default to #1c4f94",
  ],
  "logo.set": [{ before: { logo: "ab12" }, after: { logo: "cd34" } }, "changed the logo of the visitor’s page"],
  "owner.added": [{ subject: "you@shop.example", after: { role: "owner" } }, "made you@shop.example an owner"],
  "member.invited": [
    { subject: "you@shop.example", after: { role: "billing", expiresAt: ENDS } },
    "invited you@shop.example as billing",
  ],
  "invitation.revoked": [
    { subject: "you@shop.example", before: { role: "admin" } },
    "cancelled the invitation of you@shop.example as admin",
  ],
  "invitation.accepted": [
    { subject: "you@shop.example", after: { role: "admin" } },
    "accepted an invitation and became an admin",
  ],
  "member.role_changed": [
    { subject: "you@shop.example", before: { role: "viewer" }, after: { role: "developer" } },
    "changed you@shop.example from viewer to developer",
  ],
  "member.removed": [
    { subject: "erased-0123456789ab", before: { role: "viewer" } },
    "removed an erased person from the team, who was a viewer",
  ],
  "member.left": [{ subject: "you@shop.example", before: { role: "owner" } }, "left the organization, as an owner"],
  "user.erased": [{ subject: "erased-0123456789ab" }, "erased a person: what they did stands under a pseudonym"],
  "session.ended": [{}, "signed out a browser"],
  "sessions.ended": [{}, "signed out everywhere"],
  "key.created": [{ subject: KEY, after: { mode: "live", label: "Till" } }, "created the live key “Till”"],
  "key.settings_changed": [
    {
      subject: KEY,
      before: { label: "Till", language: null, callsPerMinute: null, acceptedPerHour: 500 },
      after: { label: "Web shop", language: "da", callsPerMinute: 6000, acceptedPerHour: null },
    },
    "changed the settings of the key “Till”: the label from “Till” to “Web shop”, the language from the default to Danish, the limit from the default to 6,000 calls per minute, the brake from 500 calls per hour to none",
  ],
  "key.braked": [
    { ...SHOP_KEY, after: { acceptedPerHour: 500 } },
    "paused the key “Web shop 2024”: it had more than 500 accepted calls with its secret in an hour",
  ],
  "key.rotated": [
    { ...SHOP_KEY, before: { endsAt: null }, after: { endsAt: ENDS, key: NEW } },
    "rotated the key “Web shop 2024” to a new one; the old one ends on Tue 24 Nov, 09:00",
  ],
  "key.reactivated": [{ ...SHOP_KEY }, "cancelled the rotation of the key “Web shop 2024”"],
  "key.ended": [{ ...SHOP_KEY }, "ended the old key “Web shop 2024” of a rotation at once"],
  "key.revoked": [
    { subject: NEW, subjectLabel: "Web shop", after: { continues: KEY } },
    "revoked the key “Web shop” and kept the old one",
  ],
  "key.paused": [{ ...SHOP_KEY }, "paused the key “Web shop 2024”"],
  "key.resumed": [{ ...SHOP_KEY }, "resumed the key “Web shop 2024”"],
  "key.locked": [{ ...SHOP_KEY }, "locked the key “Web shop 2024”: calls need one of its secrets"],
  "key.secret_added": [
    { ...SHOP_KEY, after: { secret: "YpFj" } },
    "created a secret ending in YpFj for the key “Web shop 2024”",
  ],
  "key.secret_revoked": [
    { ...SHOP_KEY, before: { secret: "YpFj" } },
    "removed a secret ending in YpFj of the key “Web shop 2024”",
  ],
  "key.unlocked": [{ ...SHOP_KEY }, "unlocked the key “Web shop 2024”"],
  "domain.verified_manually": [
    { subject: "shop.example", after: { includeSubdomains: true } },
    "verified the domain shop.example by hand",
  ],
  "domain.claimed": [
    {
      subject: "shop.example",
      before: { method: "dns", includeSubdomains: true },
      after: { method: "file", includeSubdomains: false },
    },
    "changed how the domain shop.example is verified: the method from a DNS record to a file, its sub-domains from included to left out",
  ],
  "domain.verified": [
    { subject: "shop.example", after: { by: "dns" } },
    "verified the domain shop.example by its DNS record",
  ],
  "domain.reverified": [{ subject: "shop.example" }, "found the record of shop.example again"],
  "domain.missing": [
    { subject: "shop.example" },
    "no longer found the record of shop.example; live checks continue for seven days",
  ],
  "domain.lost": [
    { subject: "shop.example" },
    "stopped the live checks of shop.example: its record stayed away for seven days",
  ],
  "domain.subdomains_set": [
    { subject: "shop.example", before: { includeSubdomains: false }, after: { includeSubdomains: true } },
    "included the sub-domains of shop.example",
  ],
  "shop.examined": [{ subject: "gone.example", after: { key: "pk_test_1" } }, "ran the gate test on gone.example"],
  "domain.removed": [{ subject: "gone.example" }, "removed the domain gone.example"],
  "event.reversed": [
    { subject: ID, after: { priceMinor: 12, currency: "EUR", reason: "Our own monitoring" } },
    "credited a billed check of €0.12 (“Our own monitoring”)",
  ],
  "invoice.credited": [
    { subject: "412", after: { creditNote: 413, reason: "Wrong address" } },
    "credited invoice 412 with credit note 413 (“Wrong address”)",
  ],
  "invoice.paid": [{ subject: "412", after: { note: "" } }, "marked invoice 412 as paid"],
  "plan.set": [{ subject: "volume_2", after: { name: "Volume" } }, "changed the plan Volume"],
  "subscription.set": [
    { subject: ID, before: { status: "active" }, after: TERMS },
    "changed the plan to Volume, €29.00 per month, 500 checks included",
  ],
  "subscription.chosen": [
    { subject: ID, before: null, after: TERMS },
    "chose the plan Volume, €29.00 per month, 500 checks included, now active",
  ],
  "subscription.canceled": [
    { subject: ID, before: { status: "active" }, after: { status: "canceled" } },
    "cancelled the plan: live checks are refused",
  ],
  "subscription.followed": [
    { subject: ID, before: { ...TERMS, ...SPAN }, after: { ...TERMS, ...SPAN, status: "past_due", planId: "old_1" } },
    "reported the plan: €29.00 per month, 500 checks included, payment now due",
  ],
  "cap.set": [
    {
      subject: ID,
      before: { spendCapMinor: null, stopsAtCap: false },
      after: { spendCapMinor: 2250, stopsAtCap: true },
    },
    "set the spend cap to €22.50; live checks stop there",
  ],
};

const textOf = (parts: readonly Phrase[]) =>
  parts.map((part) => (typeof part === "string" ? part : part.text)).join("");

const NOTHING = { subject: ID, subjectLabel: null, before: null, after: null };

function sentence(action: Action | null, entry: Partial<Entry>): string {
  return textOf(sentenceParts(action, { ...NOTHING, ...entry }, WORDS));
}

test.for(ACTIONS)("%s is a sentence with its things and values", (action) => {
  const [entry, words] = SAMPLES[action];
  expect(sentence(action, entry)).toBe(words);
});

/** What a machine writes: snake_case, an id, a key, a time. A host, a colour or an address is a name. */
const RAW = /[a-z]_[a-z]|[0-9a-f]{8}-[0-9a-f]{4}|pk_(?:live|test)_|\d{4}-\d\d-\d\dT|null|undefined|\[object/;

test.for(ACTIONS)("%s shows nothing as a machine writes it, also without a single fact", (action) => {
  for (const entry of [SAMPLES[action][0], { subject: SAMPLES[action][0].subject ?? ID }, { before: 7, after: "x" }]) {
    const subject = entry.subject ?? (action.startsWith("key.") ? KEY : "7");
    const words = sentence(action, { ...entry, subject });
    expect(words).not.toMatch(RAW);
    expect(words).toMatch(/^[a-z]/);
    expect(words).not.toMatch(/ {2}|\.$/);
  }
});

/** A setting that is missing here does not compile. */
const SETTINGS: OrganizationSettings & KeySettings = {
  name: "Vin",
  language: "da",
  timeZone: "Europe/Oslo",
  legalAddress: "Torvet 1",
  vatNumber: "DK12345678",
  verifiedDevices: "turned_away",
  label: "Till",
  callsPerMinute: 60,
  callsPerAddress: 30,
  acceptedPerHour: 500,
  fallbackUrl: "https://shop.example/without-eid",
};

test.for(Object.entries(SETTINGS))("the setting %s has a word of its own", ([name, value]) => {
  const worded = sentence("settings.changed", { before: { [name]: null }, after: { [name]: value } });
  expect(worded).toMatch(/^changed the settings: (the|what) .+ from .+ to /);
});

test("an entry that another version wrote is told as such", () => {
  expect(sentence(null, { subject: ID, after: { some_thing: 1 } })).toBe(
    "changed something that this version does not know",
  );
});

test.for([
  [null, 2250, "set the spend cap to €22.50; it only sends e-mails"],
  [2250, 5000, "raised the spend cap from €22.50 to €50.00; it only sends e-mails"],
  [5000, 2250, "lowered the spend cap from €50.00 to €22.50; it only sends e-mails"],
  [5000, null, "removed the spend cap of €50.00"],
  [5000, 5000, "changed what happens at the spend cap: it only sends e-mails"],
] as const)("a cap from %s to %s", ([from, to, words]) => {
  const [before, after] = [from, to].map((spendCapMinor) => ({ spendCapMinor, stopsAtCap: false }));
  expect(sentence("cap.set", { before, after })).toBe(words);
});

test("an entry about a key that was renamed keeps the label that it holds, and tells today’s as today’s", () => {
  const renamed = { ...WORDS, keyLabel: () => "Renamed" };
  const worded = (action: Action, entry: Partial<Entry>) =>
    textOf(sentenceParts(action, { ...NOTHING, subject: KEY, ...entry }, renamed));
  const [then, before, after] = [{ subjectLabel: "Twice" }, { label: "Twice" }, { label: "Renamed" }];
  expect(worded("key.created", { after: { mode: "test", ...before } })).toBe("created the test key “Twice”");
  expect(worded("key.settings_changed", { subjectLabel: "Renamed", before, after })).toBe(
    "changed the settings of the key “Twice”: the label from “Twice” to “Renamed”",
  );
  expect(worded("key.paused", then)).toBe("paused the key “Twice”");
  expect(worded("key.paused", { subjectLabel: "" })).toMatch(/^paused the key pk_live_/);
  expect(worded("key.paused", {})).toBe("paused the key now called “Renamed”");
});

test("each thing is a link to its page; a domain that is gone is not", () => {
  const linksOf = (action: Action) => {
    return sentenceParts(action, { ...NOTHING, ...SAMPLES[action][0] }, WORDS).flatMap((part) =>
      typeof part === "string" ? [] : [part.href],
    );
  };
  expect(linksOf("key.rotated")).toEqual([`/dashboard/keys/${KEY}`, `/dashboard/keys/${NEW}`]);
  expect(linksOf("domain.verified")).toEqual(["/dashboard/domains/shop.example"]);
  expect(linksOf("domain.removed")).toEqual([]);
  expect(linksOf("invoice.credited")).toEqual(["/dashboard/billing/invoices/412", "/dashboard/billing/invoices/413"]);
  expect(linksOf("member.removed")).toEqual(["/dashboard/team"]);
});

test("every action belongs to one thing", () => {
  const all = (Object.keys(THINGS) as AuditThing[]).flatMap(actionsOf);
  expect(all.toSorted()).toEqual(ACTIONS.toSorted());
});

test("a choice is an address and back; what is none chooses nothing", () => {
  const none = { person: null, thing: null, days: null, since: null, until: null };
  const choice = { ...none, person: "you+me@shop.example", thing: "keys", days: "30" } as const;
  const path = choicePath("/dashboard/audit", choice);
  expect(path).toBe("/dashboard/audit?person=you%2Bme%40shop.example&thing=keys&days=30");
  expect(readChoice(new URL(path, "https://x.example").searchParams)).toEqual(choice);
  const read = (query: string) => readChoice(new URLSearchParams(query));
  expect(read("person=&thing=constructor&days=8&since=2026-02-30")).toEqual(none);
  expect(read("days=7&until=2026-11-09")).toEqual({ ...none, until: "2026-11-09" });
  const now = new Date("2026-11-22T15:00:00Z");
  expect(filterOfChoice({ ...none, days: "7" }, now)).toEqual({
    since: new Date("2026-11-15T15:00:00Z"),
  });
  expect(filterOfChoice({ ...none, since: "2026-11-03", until: "2026-11-09" }, now)).toEqual({
    since: new Date("2026-11-03"),
    until: new Date("2026-11-10"),
  });
});
