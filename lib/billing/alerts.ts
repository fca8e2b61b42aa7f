import { readCalendar } from "#db/queries/closed-month.ts";
import { insertKeyAlert, type KeyRateRow, listKeyAlerts, listKeyRates } from "#db/queries/key-alert.ts";
import { type CappedRow, insertSpendAlerts, listCapped } from "#db/queries/spend-alert.ts";
import { periodOf } from "#lib/base/time.rules.ts";
import type { Actor } from "#lib/core/actor.ts";
import { readOrganization } from "#lib/core/read.ts";
import { shortKey } from "#lib/keys/plugin-key.rules.ts";
import { database } from "#lib/runtime/database.ts";
import { isFarBeyond, MIN_ALERT_CHECKS, reachedOf } from "./alerts.rules.ts";
import { emailBilling } from "./billing-email.ts";
import { capReachedAt, forecastOf } from "./forecast.rules.ts";
import { count, money } from "./money.rules.ts";
import { daysLeft } from "./next-invoice.rules.ts";
import { readLately } from "./usage.ts";

/** `cap`: the highest threshold reached. `reachedAt`: when the forecast spends it all. `sent`: this month's e-mails. */
export type Alerts = Extract<Awaited<ReturnType<typeof readAlerts>>, { ok: true }>;

/** Reads the alerts that hold now. An e-mail that went out earlier may say something else. */
export async function readAlerts(actor: Actor, organizationId: string) {
  return readOrganization(actor, "see billing", organizationId, async (db) => {
    const [[row], keys] = await Promise.all([listCapped(db, organizationId), listKeyAlerts(db, organizationId)]);
    const percent = row && reachedOf(row).at(-1);
    const cap = row && percent ? { ...row, percent, reachedAt: await capReached(row) } : null;
    const sent = (row?.sent ?? []).map(({ percent, sentAt }) => ({ percent, sentAt: new Date(sentAt) }));
    return { ok: true, cap, keys, sent };
  });
}

async function capReached({ organizationId, spentMinor, spendCapMinor }: CappedRow): Promise<Date | null> {
  const { today } = await readCalendar(database());
  const left = daysLeft(periodOf(today), today);
  const { dayAmounts } = await readLately(database(), organizationId, today);
  const forecast = forecastOf(spentMinor, dayAmounts, left);
  return forecast && capReachedAt(spendCapMinor, spentMinor, forecast, left, today);
}

/** Every minute: e-mails the members who see billing at 50, 75, 90 and 100 % of the spend cap, once per month each. */
export async function alertSpending(): Promise<void> {
  for (const row of await listCapped(database())) {
    const reached = reachedOf(row).filter((percent) => !row.sent.some((one) => one.percent === percent));
    if (reached.length > 0) await emailSpending(row, reached);
  }
}

/** Every ten minutes: e-mails about keys that are billed far beyond their own history. A key is public, so anybody can run up its bill. */
export async function alertKeys(): Promise<void> {
  for (const row of await listKeyRates(database(), MIN_ALERT_CHECKS)) if (isFarBeyond(row)) await emailKeyRate(row);
}

/** Sends one e-mail, about the highest, to an organization that passes several thresholds within a minute. */
async function emailSpending(row: CappedRow, reached: readonly number[]): Promise<void> {
  await database().transaction(async (tx) => {
    const percent = Math.max(...(await insertSpendAlerts(tx, row, reached)));
    if (!Number.isFinite(percent)) return;
    const about = `spending ${row.organizationId} ${row.period} ${percent}`;
    await emailBilling(tx, row.organizationId, { about, ...spendingText(row, percent) });
  });
}

function spendingText({ spentMinor, spendCapMinor, currency, stopsAtCap }: CappedRow, percent: number) {
  const [spent, cap] = [money(spentMinor, currency), money(spendCapMinor, currency)];
  const isOver = percent === 100;
  const what = stopsAtCap
    ? isOver
      ? "Live checks that would go over the cap are refused until the month ends or you raise it. Test checks still work."
      : "When the cap is reached, live checks stop until the month ends or you raise it."
    : "Live checks keep working: this cap only sends e-mails.";
  return {
    subject: isOver ? "spend cap reached" : `${percent} % of the spend cap used`,
    fact: `This month’s checks have cost ${spent} of ${cap}.`,
    action: "Review the cap",
    page: "/dashboard/billing/plan#cap" as const,
    more: what,
  };
}

async function emailKeyRate(row: KeyRateRow): Promise<void> {
  const { organizationId, pluginKeyId, day, key, label, lastHour, busiest } = row;
  await database().transaction(async (tx) => {
    if (!(await insertKeyAlert(tx, row))) return;
    const name = label || shortKey(key);
    await emailBilling(tx, organizationId, {
      about: `key ${pluginKeyId} ${day}`,
      subject: `unusual use of the key “${name}”`,
      fact: `${count(lastHour)} checks were billed to the key “${name}” in the last hour, and at most ${count(busiest)} in an hour of the two weeks before.`,
      action: "Review the key",
      page: `/dashboard/keys/${key}`,
      more: "If this is not your shop, pause the key: its calls are refused immediately, and you can resume it at any time.",
    });
  });
}
