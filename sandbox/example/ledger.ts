import type { spendAlert } from "#db/schema/alert.ts";
import type { billingEvent, usageCounter } from "#db/schema/ledger.ts";
import { type Period, periodOf } from "#lib/base/time.rules.ts";
import { SPEND_THRESHOLDS } from "#lib/billing/alerts.rules.ts";
import { rowOfCheck } from "#lib/billing/ledger.rules.ts";
import { macOf } from "#lib/billing/row-mac.ts";
import { priceOf } from "#lib/billing/spend.rules.ts";
import { POLICY } from "#lib/core/provider.rules.ts";
import { EXAMPLE_ID } from "#lib/organizations/example.rules.ts";
import type { InventedCheck } from "./checks.ts";

type Prices = { currency: string; priceSMinor: number; priceBMinor: number };

/** Bills the live checks as the verbs that bill would have, and counts each month. */
export function ledgerOf(checks: readonly InventedCheck[], prices: Prices, now: Date) {
  const rows = checks.flatMap((check): (typeof billingEvent.$inferInsert)[] => {
    const createdAt = billedAt(check);
    if (createdAt === null || +createdAt >= +now) return [];
    const { id, pluginKeyId, provider, mode, host } = check;
    const bill = { priceMinor: priceOf(provider, prices), currency: prices.currency, basis: "price" as const };
    const row = rowOfCheck({ id, organizationId: EXAMPLE_ID, pluginKeyId, provider, mode, host, createdAt }, bill);
    return [{ ...row, mac: macOf(row) }];
  });
  const months = Map.groupBy(rows, ({ createdAt = now }) => periodOf(createdAt));
  const counters = [...months].map(([period, ofMonth]): typeof usageCounter.$inferInsert => {
    const spentMinor = ofMonth.reduce((sum, { priceMinor }) => sum + priceMinor, 0);
    return { organizationId: EXAMPLE_ID, period, events: ofMonth.length, spentMinor };
  });
  return { rows, counters };
}

const CAP_USED = 0.78;
const MIN_CAP_MINOR = 100;

/** Sets the cap of which this month's checks have used 78 %, and tells when they reached its thresholds. */
export function capOf({ rows, counters }: ReturnType<typeof ledgerOf>, period: Period) {
  const spentMinor = counters.find((counter) => counter.period === period)?.spentMinor ?? 0;
  const spendCapMinor = Math.max(MIN_CAP_MINOR, Math.floor(spentMinor / CAP_USED));
  let sum = 0;
  const alerts = rows
    .filter(({ createdAt }) => createdAt && periodOf(createdAt) === period)
    .flatMap(({ priceMinor, createdAt }): (typeof spendAlert.$inferInsert)[] => {
      const before = sum;
      sum += priceMinor;
      const reached = SPEND_THRESHOLDS.filter((percent) => {
        const thresholdMinor = (spendCapMinor * percent) / 100;
        return before < thresholdMinor && sum >= thresholdMinor;
      });
      return reached.map((percent) => ({ organizationId: EXAMPLE_ID, period, percent, createdAt }));
    });
  return { spendCapMinor, alerts };
}

/** `null`: it costs nothing. */
function billedAt({ at, mode, provider, steps }: InventedCheck): Date | null {
  if (mode === "test") return null;
  if (POLICY[provider].bills === "when accepted") return at;
  const confirmed = steps.find(([code]) => code === "confirmed");
  return confirmed ? new Date(+at + 1_000 * confirmed[1]) : null;
}
