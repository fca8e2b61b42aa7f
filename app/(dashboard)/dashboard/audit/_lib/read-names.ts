import { loadOrFail } from "#app/(dashboard)/_lib/load-or-fail.ts";
import { readerFormats } from "#app/(dashboard)/_lib/reader-formats.ts";
import { offeredPlans } from "#lib/billing/plans.ts";
import { NO_CURRENCY } from "#lib/billing/spend.rules.ts";
import { readSubscription } from "#lib/billing/subscription.ts";
import type { User } from "#lib/core/actor.ts";
import { listDomains } from "#lib/domains/domain.ts";
import { listKeys } from "#lib/keys/plugin-key.ts";
import type { AuditNames } from "./phrase.rules.ts";

/** Reads the names of the things that audit entries are about. What cannot be loaded is named by its short form. */
export async function readAuditNames(user: User, id: string, moment: (at: Date) => string): Promise<AuditNames> {
  const [keys, domains, plans, terms, { count, money }] = await Promise.all([
    loadOrFail("keys", () => listKeys(user, id)),
    loadOrFail("domains", () => listDomains(user, id)),
    loadOrFail("plans", () => offeredPlans(user, id)),
    loadOrFail("subscription", () => readSubscription(user, id)),
    readerFormats(),
  ]);
  const labels = new Map(keys?.ok ? keys.rows.map(({ key, label }) => [key, label]) : []);
  const hosts = new Set(domains?.ok ? domains.rows.map(({ host }) => host) : []);
  const names = new Map(plans?.ok ? plans.rows.map((plan) => [plan.id, plan.name]) : []);
  return {
    keyLabel: (key) => labels.get(key) || null,
    hasDomain: (host) => hosts.has(host),
    planName: (plan) => names.get(plan) ?? null,
    moment: (iso) => moment(new Date(iso)),
    currency: (terms?.ok && terms.subscription?.currency) || NO_CURRENCY,
    count,
    money,
  };
}
