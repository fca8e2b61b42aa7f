import { sql } from "drizzle-orm";
import { insertActivity, type NewActivity } from "#db/queries/activity-event.ts";
import { insertInvitation } from "#db/queries/invitation.ts";
import { lockOrganizationIfAny } from "#db/queries/organization-lock.ts";
import { insertLink } from "#db/queries/sign-in-link.ts";
import { wentWell } from "#lib/activity/activity.rules.ts";
import { codesOf } from "#lib/activity/explanation.rules.ts";
import type { StepCode } from "#lib/activity/step.rules.ts";
import type { Refused } from "#lib/base/result.ts";
import { periodAfter, periodOf, startOf } from "#lib/base/time.rules.ts";
import { uuidV7 } from "#lib/base/uuid.ts";
import { closeMonthOf } from "#lib/billing/close-months.ts";
import { reverseEvent } from "#lib/billing/corrections.ts";
import { setSpendCap } from "#lib/billing/spend-cap.ts";
import { setSubscription } from "#lib/billing/subscription.ts";
import { readUsage } from "#lib/billing/usage.ts";
import { OPERATOR, type User } from "#lib/core/actor.ts";
import type { Role } from "#lib/core/permission.rules.ts";
import { newSecret, secretDigest } from "#lib/crypto/digest.ts";
import { newReference } from "#lib/crypto/reference.ts";
import { verifyDomainManually } from "#lib/domains/domain.ts";
import { changeKeySettings } from "#lib/keys/key-settings.ts";
import { createKey, pauseKey, revokeKey, rotateKey } from "#lib/keys/plugin-key.ts";
import { setAccent, setLogo } from "#lib/organizations/branding.ts";
import { EXAMPLE_ID } from "#lib/organizations/example.rules.ts";
import { createOrganization, suspendOrganization } from "#lib/organizations/organization.ts";
import { changeSettings } from "#lib/organizations/settings.ts";
import { database } from "#lib/runtime/database.ts";
import { DEMO_EMAIL } from "#lib/sign-in/demo.ts";
import { IMAGES } from "#tests/support/images.ts";
import { past } from "#tests/support/ledger.ts";
import { signedIn } from "#tests/support/signed-in.ts";

/** One word, as long as a label may be: no page may become wider for it. */
const LONGEST_LABEL = "Weinhandlungundfeinkost".repeat(4).slice(0, 80);

/** A signed-in member: their session cookie and their organization. */
export type SignedInMember = { cookie: string; actor: User; email: string; organization: string };

/** The owner of a new organization. */
export async function newcomer({
  name = "Corner shop",
  email = `owner${uuidV7().replaceAll("-", "")}@shop.example`,
} = {}): Promise<SignedInMember> {
  const member = await signedIn({ email });
  const { id } = done(await createOrganization(member.actor, name));
  return { ...member, organization: id };
}

export async function memberWithCookie(organization: string, role: Role): Promise<SignedInMember> {
  const member = await signedIn({ of: organization, role, email: `${role}-${uuidV7()}@shop.example` });
  return { ...member, organization };
}

/** The owner of an organization that has data on every page. Made once; tests must not change it. */
export function furnished(): Promise<Furnished> {
  once ??= furnish();
  return once;
}

/** `invoice`: the number of last month's invoice. */
export type Furnished = SignedInMember & {
  keys: Record<"live" | "test" | "ending" | "revoked", string>;
  invoice: number;
};

let once: Promise<Furnished> | undefined;

async function furnish(): Promise<Furnished> {
  const owner = await newcomer({ name: "Wein & Würste" });
  const { actor, organization } = owner;
  const host = `shop-${organization.slice(-12)}.example`;
  done(await verifyDomainManually(OPERATOR, { organizationId: organization, host, includeSubdomains: true }));
  done(
    await setSubscription(OPERATOR, organization, {
      status: "active",
      currency: "EUR",
      priceSMinor: 10,
      priceBMinor: 12,
    }),
  );
  const keyOf = async (mode: "live" | "test", label: string) =>
    done(await createKey(actor, { organizationId: organization, mode, label })).key;
  const live = await keyOf("live", "Web shop");
  const test = await keyOf("test", LONGEST_LABEL);
  const ending = await keyOf("live", "Old web shop");
  const revoked = await keyOf("test", "");
  done(await changeKeySettings(actor, ending, { label: "Web shop before the move" }));
  done(await changeKeySettings(actor, live, { language: "de" }));
  done(await rotateKey(actor, ending, "7d"));
  done(await revokeKey(actor, revoked, revoked));
  done(await changeSettings(actor, organization, { timeZone: "Europe/Copenhagen", legalAddress: "Hovedgade 1\n1000" }));
  done(await setAccent(actor, organization, "#7a1f35"));
  done(await setLogo(actor, organization, IMAGES.png));
  for (const role of ["admin", "developer", "billing", "viewer"] as const) await memberWithCookie(organization, role);
  for (const role of ["developer", "admin"] as const) await invitationTo(organization, `${role}@new.example`, role);
  await insertActivity(database(), events(live, test, host));
  await count(organization, live);
  await count(organization, test);
  const invoice = await bill({ id: organization, key: live, host });
  return { ...owner, keys: { live, test, ending, revoked }, invoice };
}

const DAY_MS = 86_400_000;

/** Bills checks for every day of last month and this one, sets a cap that is nearly reached, and answers the number of last month's invoice. */
async function bill(shop: { id: string; key: string; host: string }): Promise<number> {
  const month = periodAfter(periodOf(new Date()), -1);
  const days = Math.ceil((Date.now() - +startOf(month)) / DAY_MS) - 1;
  const checks = Array.from({ length: days }, (_, n) =>
    Array.from({ length: 3 + ((n * 5) % 11) }, (_, hour) => ({
      at: new Date(+startOf(month) + n * DAY_MS + (hour + 7) * 3_600_000),
      provider: hour % 3 === 0 ? ("s" as const) : ("b" as const),
      priceMinor: hour % 3 === 0 ? 10 : 12,
      host: hour % 4 === 0 ? `wein-und-feinkost-am-alten-marktplatz.${shop.host}` : shop.host,
    })),
  ).flat();
  const ids = await past(shop, checks);
  done(await reverseEvent(OPERATOR, ids.at(-1) ?? "", "A check of our own monitoring"));
  const spent = await readUsage(OPERATOR, shop.id);
  if (!spent.ok) throw new Error(spent.reason);
  const spendCapMinor = Math.max(1, Math.round(spent.spentNowMinor / 0.8));
  done(await setSpendCap(OPERATOR, shop.id, { spendCapMinor, stopsAtCap: true }));
  const [issued] = await closeMonthOf(shop.id, month);
  if (!issued) throw new Error("Last month gave no invoice");
  return issued.number;
}

/** The owner of an organization with an unpaid invoice, a reached cap and a key with unusual use. */
export async function inDebt(): Promise<SignedInMember> {
  const owner = await newcomer();
  const { organization } = owner;
  const { key } = done(await createKey(owner.actor, { organizationId: organization, mode: "live", label: "Web shop" }));
  const terms = { currency: "EUR", priceSMinor: 10, priceBMinor: 12, spendCapMinor: 100, stopsAtCap: true };
  done(await setSubscription(OPERATOR, organization, { status: "past_due", ...terms }));
  const shop = { id: organization, key, host: "shop.example" };
  const now = Date.now();
  await past(
    shop,
    Array.from({ length: 9 }, (_, n) => ({ at: new Date(now - n * 60_000) })),
  );
  await database().execute(sql`
    INSERT INTO key_alert (plugin_key_id, day, organization_id, hour, events, busiest)
    SELECT id, now()::date, organization_id, now(), 412, 17 FROM plugin_key WHERE key = ${key}`);
  done(
    await pauseKey(
      OPERATOR,
      done(await createKey(owner.actor, { organizationId: organization, mode: "live", label: "" })).key,
      true,
    ),
  );
  return owner;
}

/** The owner of the demo's example organization, amid a rotation. Tests must not change it. */
export async function exampleOwner(): Promise<SignedInMember> {
  return { ...(await signedIn({ email: DEMO_EMAIL })), organization: EXAMPLE_ID };
}

/** The owner of a suspended organization with a key that ends soon. */
export async function inTrouble(): Promise<SignedInMember> {
  const owner = await newcomer();
  const { key } = done(
    await createKey(owner.actor, { organizationId: owner.organization, mode: "live", label: "Web shop" }),
  );
  done(await rotateKey(owner.actor, key, "24h"));
  done(await suspendOrganization(OPERATOR, owner.organization, true));
  return owner;
}

/** The address of an open invitation. */
export async function invitationTo(organizationId: string, email: string, role: Role): Promise<string> {
  const token = newSecret();
  const digest = secretDigest(token);
  const row = { id: uuidV7(), organizationId, email, role, invitedBy: null, digest, ttlMs: 7 * 86_400_000 };
  await database().transaction(async (tx) => insertInvitation(await lockOrganizationIfAny(tx, organizationId), row));
  return `/invitation?token=${token}`;
}

/** The address of an open sign-in link. */
export async function linkFor(email: string): Promise<string> {
  const token = newSecret();
  await insertLink(database(), { digest: secretDigest(token), email, ttlMs: 600_000 });
  return `/sign-in/link?token=${token}`;
}

/** References of checks, and of a refused call, to open. */
export const REFERENCES = {
  confirmed: "K7QW2RTX",
  notConfirmed: "NCNFRM22",
  down: "EDWN2222",
  tooYoung: "TYNG2222",
  refused: "RFSD2222",
};

const FACTS = {
  provider: "b",
  minimumAge: 18,
} as const;

/** Steps of a check, and how many seconds after the link each came. */
type StepTimes = { reference?: string; isTest?: boolean; steps: [StepCode, number][]; asked?: [string, number] };

const STEP_TIMES: StepTimes[] = [
  { steps: [["opened", 2]] },
  ...Array.from(
    { length: 9 },
    (_, n): StepTimes => ({
      steps: [
        ["opened", 2],
        ["confirmed", 9 + n * 3],
      ],
    }),
  ),
  {
    reference: REFERENCES.confirmed,
    steps: [
      ["opened", 2],
      ["confirmed", 14],
    ],
    asked: ["answered_yes", 15],
  },
  {
    reference: REFERENCES.notConfirmed,
    steps: [
      ["opened", 2],
      ["not_confirmed", 31],
    ],
  },
  {
    reference: REFERENCES.down,
    steps: [
      ["opened", 3],
      ["eid_down", 12],
    ],
  },
  ...(
    [
      "other_browser",
      "in_app_browser",
      "cookies_blocked",
      "expired",
      "used",
      "shop_unavailable",
      "link_incomplete",
    ] as const
  ).map(
    (code): StepTimes => ({
      steps: [
        ["opened", 2],
        [code, 40],
      ],
    }),
  ),
  { steps: [["opened", 4]] },
  {
    isTest: true,
    reference: REFERENCES.tooYoung,
    steps: [
      ["opened", 1],
      ["claimed", 3],
      ["too_young", 21],
    ],
    asked: ["answered_no", 22],
  },
  {
    isTest: true,
    steps: [
      ["opened", 1],
      ["claimed", 3],
      ["confirmed", 11],
    ],
  },
  {
    isTest: true,
    steps: [
      ["opened", 1],
      ["claimed", 2],
      ["cancelled", 9],
      ["tried_again", 15],
      ["eid_timeout", 80],
      ["gave_up", 90],
    ],
  },
  {
    isTest: true,
    steps: [
      ["opened", 1],
      ["went_back", 4],
    ],
  },
];

/** Checks of every way in the last hours, every refused call and question, and dropped events at the end. */
function events(live: string, test: string, host: string): NewActivity[] {
  const longest = "weinhandlung-und-feinkost-am-alten-marktplatz.shop.example";
  const checks = STEP_TIMES.flatMap(
    ({ reference = newReference(), isTest = false, steps, asked }, n): NewActivity[] => {
      const made = 60 + n * 400;
      const facts = {
        ...FACTS,
        pluginKey: isTest ? test : live,
        host: n % 5 === 4 ? longest : host,
        reference,
        billed: false,
      };
      const event = (kind: "call" | "step" | "check", code: string, later: number) => ({
        ...facts,
        ...{ kind, code, agoMs: Math.max(0, made - later) * 1_000, ok: wentWell(kind, code) },
      });
      return [
        { ...event("call", "accepted", 0), billed: true },
        ...steps.map(([code, later]) => event("step", code, later)),
        ...(asked ? [{ ...event("check", ...asked), reference: newReference(), checkReference: reference }] : []),
      ];
    },
  );
  const refusals = (["call", "check"] as const).flatMap((kind) =>
    codesOf(kind)
      .filter((code) => !wentWell(kind, code))
      .map((code) => ({ kind, code })),
  );
  const refused = refusals.map(({ kind, code }, n): NewActivity => {
    const facts = { ...FACTS, pluginKey: n % 3 === 0 ? test : live, host: n % 5 === 0 ? longest : host };
    const reference = code === "domain_not_verified" ? REFERENCES.refused : newReference();
    const isElsewhere = code === "domain_not_verified" && { pluginKey: live, host: "shop-neu.example" };
    return { ...facts, kind, code, ok: false, billed: false, reference, agoMs: (n + 1) * 70_000, ...isElsewhere };
  });
  const dropped = {
    kind: "dropped",
    code: "not_recorded",
    ok: false,
    host: null,
    billed: false,
    reference: null,
  } as const;
  const droppedEvents = {
    ...FACTS,
    ...dropped,
    provider: null,
    minimumAge: null,
    agoMs: 900_000,
    pluginKey: live,
    droppedCount: 12,
  };
  return [...checks, ...refused, droppedEvents].toSorted((one, other) => other.agoMs - one.agoMs);
}

/** Daily counters of the last 30 days, without their events, which are purged sooner. Yesterday has some events until 04:30 UTC. */
async function count(organization: string, key: string): Promise<void> {
  const codes = key.startsWith("pk_live_")
    ? { accepted: 40, opened: 39, claimed: 38, confirmed: 28, not_confirmed: 8 }
    : { accepted: 40, opened: 39, claimed: 38, confirmed: 28, too_young: 4, went_back: 3, gave_up: 1 };
  for (const [code, share] of Object.entries(codes))
    await database().execute(sql`
      INSERT INTO activity_day (organization_id, day, plugin_key_id, kind, code, ok, provider, mode, minimum_age, events)
      SELECT organization_id, now()::date - n, id,
        CASE WHEN ${code} = 'accepted' THEN 'call' ELSE 'step' END, ${code}, true, 'b', mode, 18,
        ${share}::int * (3 + n * 7 % 11)
      FROM plugin_key CROSS JOIN generate_series(1, 26) AS n
      WHERE organization_id = ${organization} AND key = ${key}
      ON CONFLICT (organization_id, day, facet) DO UPDATE SET events = activity_day.events + excluded.events`);
  await database().execute(sql`
    INSERT INTO why_not_day (organization_id, day, why, checks)
    SELECT ${organization}, now()::date - n, why, share * (3 + n * 7 % 11)
    FROM (VALUES ('too_young', 3), ('cancelled', 4), ('failed', 1)) AS w(why, share) CROSS JOIN generate_series(1, 26) AS n
    ON CONFLICT DO NOTHING`);
}

/** What a change made; one that is refused is a mistake of the test. */
export function done<Result>(changed: ({ ok: true } & Result) | Refused): Result {
  if (!changed.ok) throw new Error(changed.reason);
  return changed;
}
