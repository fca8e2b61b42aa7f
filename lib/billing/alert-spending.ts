import { type CappedRow, insertSpendAlerts, listCapped } from "#db/queries/spend-alert.ts";
import { database } from "#lib/core/database.ts";
import { postMail } from "#lib/core/outbox.ts";
import { reachedOf } from "./alert.rules.ts";
import { money } from "./money.rules.ts";
import { billingRecipients } from "./recipients.ts";

/** Every minute: tells whoever sees an organization's money that a share of its cap is reached; each share once a month. */
export async function alertSpending(): Promise<void> {
  for (const row of await listCapped(database())) {
    const reached = reachedOf(row).filter((percent) => !row.told.includes(percent));
    if (reached.length > 0) await tell(row, reached);
  }
}

/** Whoever passed several shares within a minute hears of the highest. */
async function tell(row: CappedRow, reached: readonly number[]): Promise<void> {
  await database().transaction(async (tx) => {
    const percent = Math.max(...(await insertSpendAlerts(tx, row, reached)));
    if (!Number.isFinite(percent)) return;
    const { subject, body } = letterOf(row, percent);
    const about = `spending ${row.organizationId} ${row.period} ${percent}`;
    const recipients = await billingRecipients(tx, row.organizationId);
    await postMail(
      tx,
      recipients.map((recipient) => ({ about, recipient, subject, body })),
    );
  });
}

function letterOf({ name, spentMinor, spendCapMinor, currency, stopsAtCap }: CappedRow, percent: number) {
  const [spent, cap] = [money(spentMinor, currency), money(spendCapMinor, currency)];
  const isOver = percent === 100;
  const what = stopsAtCap
    ? isOver
      ? "Live checks that no longer fit under it are refused until the month ends or the cap is raised. Test checks go on."
      : "When it is reached, live checks are refused until the month ends or the cap is raised."
    : "Checks go on: your cap tells you and stops nothing.";
  return {
    subject: isOver ? `${name}: the spend cap is reached` : `${name}: ${percent} % of the spend cap is reached`,
    body: `This month's checks have cost ${spent} of ${cap}. ${what}\n\nSee the Billing page of your dashboard.\n`,
  };
}
