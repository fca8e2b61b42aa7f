import type { auditEvent } from "#db/schema/audit-event.ts";
import type { domain } from "#db/schema/domain.ts";
import type { gateTestRun } from "#db/schema/gate-test-run.ts";
import type { organization } from "#db/schema/organization.ts";
import type { pluginKey } from "#db/schema/plugin-key.ts";
import { daysAfter } from "#lib/base/time.rules.ts";
import { uuidV7 } from "#lib/base/uuid.ts";
import type { Action } from "#lib/core/audit.rules.ts";
import type { Role } from "#lib/core/permission.rules.ts";
import { newPluginKey } from "#lib/keys/plugin-key.ts";
import { EXAMPLE_ID } from "#lib/organizations/example.rules.ts";
import { CASE_NAMES } from "#packages/gate-test/src/cases.rules.ts";
import { DAYS, HOSTS, ROTATED_DAYS_AGO } from "./checks.ts";

/** Lists the members beside the owner of the demo, who owns this shop too, and how many days ago each joined. */
export const COLLEAGUES = {
  admin: { email: "admin@shop.example", days: DAYS + 7 },
  developer: { email: "developer@shop.example", days: 47 },
  billing: { email: "billing@shop.example", days: 32 },
} as const satisfies Partial<Record<Role, object>>;
export const FOUNDED_DAYS_AGO = DAYS + 8;

const LOST_HOST = "tickets.example";
const MISSING_DAYS = 2;
/** Says how many days ago the gate test ran, and in which case somebody got in. */
const RUNS = [
  [12, "sixteen"],
  [11, null],
] as const;
const SETTINGS = { timeZone: "Europe/Copenhagen", legalAddress: "Example Street 2\nExample City" };
const ACCENT = "#1f4d3a";

/** Makes the organization, its keys amid a rotation, and two domains: of one, the record is missing since two days. */
export function shopOf(now: Date) {
  const ago = (days: number) => daysAfter(now, -days);
  const shop: typeof organization.$inferInsert = {
    ...{ id: EXAMPLE_ID, name: "Example shop", createdAt: ago(FOUNDED_DAYS_AGO), accent: ACCENT },
    ...SETTINGS,
  };
  const key = (mode: "live" | "test", label: string, days: number): typeof pluginKey.$inferInsert => {
    const own = { id: uuidV7(), organizationId: EXAMPLE_ID, key: newPluginKey(mode), mode, label };
    return { ...own, createdAt: ago(days), endsAt: null, replacesId: null };
  };
  const [old, test] = [key("live", "Web shop", FOUNDED_DAYS_AGO), key("test", "Staging", FOUNDED_DAYS_AGO)];
  const endsAt = daysAfter(now, 7 - ROTATED_DAYS_AGO);
  const keys = {
    old: { ...old, endsAt },
    fresh: { ...key("live", "Web shop", ROTATED_DAYS_AGO), replacesId: old.id },
    test,
  };
  const host = (name: string, facts: Partial<typeof domain.$inferInsert>): typeof domain.$inferInsert => {
    const own = { id: uuidV7(), organizationId: EXAMPLE_ID, host: name, includeSubdomains: true };
    const none = { challenge: null, checkedAt: null, diagnosis: null, lastVerifiedAt: null, missingSince: null };
    return { ...own, createdAt: ago(DAYS + 7), verifiedAt: ago(DAYS + 7), ...none, ...facts };
  };
  const missing = {
    ...{ createdAt: ago(46.9), verifiedAt: ago(46.8), challenge: "an-invented-challenge" },
    ...{ checkedAt: ago(0.2), diagnosis: "nothing_there", lastVerifiedAt: ago(MISSING_DAYS + 1) },
    missingSince: ago(MISSING_DAYS),
  };
  const runs = RUNS.map(([days, failed]): typeof gateTestRun.$inferInsert => {
    const at = ago(days);
    const cases = CASE_NAMES.map((name) =>
      name === failed
        ? { case: name, passed: false, saw: "Open: the protected text is shown after a yes to 16." }
        : { case: name, passed: true, saw: name === "adult" ? "Opened." : "Closed: the shop answers 200." },
    );
    const prepared = { page: `https://staging.${HOSTS[0]}/checkout`, host: `staging.${HOSTS[0]}`, protects: "Pay now" };
    return {
      ...{ id: uuidV7(+at), organizationId: EXAMPLE_ID, pluginKeyId: test.id, start: null, ...prepared },
      // Nothing listens at its address, and it can be asked for no more.
      ...{ sealed: "invented", expiresAt: at, createdAt: at, askedAt: at, startedAt: at, endedAt: at },
      ...{ askedBy: null, casesDone: CASE_NAMES.length, obstacle: null },
      report: { cases, findings: [], requests: 61, tookMs: 9_400, problem: null },
    };
  });
  return { shop, keys, runs, domains: [host(HOSTS[0], {}), host(LOST_HOST, missing)] };
}

type Shop = ReturnType<typeof shopOf>;
type Entry = readonly [days: number, actor: string, action: Action, subject: string, after?: object, before?: object];

/** Tells what the members, the operator and we did, as the verbs would have. `capMinor`: the spend cap that was set. */
export function auditOf({ keys, shop }: Shop, { owner, capMinor, terms, now }: AuditFacts) {
  const { admin, developer, billing } = COLLEAGUES;
  const joined = (role: keyof typeof COLLEAGUES): Entry[] => {
    const { email, days } = COLLEAGUES[role];
    const inviter = role === "admin" ? owner : admin.email;
    return [
      [days + 0.5, inviter, "member.invited", email, { role }],
      [days, email, "invitation.accepted", email, { role }],
    ];
  };
  const endsAt = keys.old.endsAt;
  const entries: Entry[] = [
    [FOUNDED_DAYS_AGO, owner, "organization.created", EXAMPLE_ID, { name: shop.name }],
    [FOUNDED_DAYS_AGO, owner, "key.created", keys.test.key, { mode: "test", label: keys.test.label }],
    [FOUNDED_DAYS_AGO, owner, "key.created", keys.old.key, { mode: "live", label: "Till" }],
    ...joined("admin"),
    [DAYS + 6.5, "operator", "domain.verified_manually", HOSTS[0], { includeSubdomains: true }],
    [DAYS + 6, "operator", "subscription.set", EXAMPLE_ID, terms],
    [DAYS + 5, admin.email, "accent.set", EXAMPLE_ID, { accent: ACCENT }, { accent: null }],
    [DAYS + 5, admin.email, "settings.changed", EXAMPLE_ID, SETTINGS, { timeZone: "UTC", legalAddress: null }],
    ...joined("developer"),
    [46.9, developer.email, "domain.claimed", LOST_HOST, { method: "dns", includeSubdomains: true }],
    [46.8, developer.email, "domain.verified", LOST_HOST, { by: "dns" }],
    ...joined("billing"),
    [21, developer.email, "key.settings_changed", keys.old.key, { label: "Web shop" }, { label: "Till" }],
    ...RUNS.map(
      ([days]): Entry => [days, developer.email, "shop.examined", `staging.${HOSTS[0]}`, { key: keys.test.key }],
    ),
    [9, billing.email, "cap.set", EXAMPLE_ID, cap(capMinor), cap(Math.round(capMinor / 2))],
    [ROTATED_DAYS_AGO, developer.email, "key.rotated", keys.old.key, { key: keys.fresh.key, endsAt }, { endsAt: null }],
    [MISSING_DAYS, "system", "domain.missing", LOST_HOST],
  ];
  return entries.map(([days, actor, action, subject, after = null, before = null]): typeof auditEvent.$inferInsert => {
    const createdAt = daysAfter(now, -days);
    const named = Object.values(keys).find(({ key }) => key === subject);
    const facts = { subject, subjectLabel: named?.label ?? null, before, after, createdAt };
    return { id: uuidV7(+createdAt), organizationId: EXAMPLE_ID, actor, action, ...facts };
  });
}

type AuditFacts = { owner: string; capMinor: number; terms: object; now: Date };

const cap = (spendCapMinor: number) => ({ spendCapMinor, stopsAtCap: true });
