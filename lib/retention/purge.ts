import { selectBacklog } from "#db/queries/backlog.ts";
import { deleteOldRuns } from "#db/queries/gate-test-run.ts";
import { deleteIdempotencyKeys } from "#db/queries/idempotency-key.ts";
import { deleteOldEmails } from "#db/queries/mail-outbox.ts";
import { deletePageKeys } from "#db/queries/page-key.ts";
import { dropPartition, listOlderChecks, makePartitions, purgeActivityDays } from "#db/queries/partition.ts";
import { deleteEndedReservations } from "#db/queries/reservation.ts";
import { deleteExpiredSignIns } from "#db/queries/user.ts";
import { purgeExpired } from "#db/queries/verification.ts";
import { inSteps } from "#lib/base/in-steps.ts";
import { log } from "#lib/observe/log.ts";
import { RETENTION } from "#lib/retention/retention.rules.ts";
import { config } from "#lib/runtime/config.ts";
import { database } from "#lib/runtime/database.ts";

const BATCH = 1_000;
const [MIN_AHEAD_SECONDS, MIN_LEDGER_AHEAD_SECONDS] = [86_400, 14 * 86_400];

/** Purges each minute what expired (contract §5). Pages are unreadable without their key, so no row is written. */
export async function purgePages(): Promise<void> {
  await deletePageKeys(database());
  await deleteEndedReservations(database());
  const { linkMs, flowMs } = config().ttl;
  // In batches, so that no statement runs into its timeout; the next run goes on where this one stopped.
  await inSteps(async () => (await purgeExpired(database(), linkMs, flowMs, BATCH)) === BATCH);
}

/** Every hour: makes the coming partitions. The log says where they reach less than a day ahead, those of the ledger two weeks, because calls stop at the end. */
export async function makeComingPartitions(): Promise<void> {
  try {
    await makePartitions(database());
  } finally {
    const horizons = await selectBacklog(database());
    const secondsAhead = Math.round(Math.min(horizons.verificationHorizonSeconds, horizons.activityHorizonSeconds));
    if (secondsAhead < MIN_AHEAD_SECONDS) log.error({ event: "partitions_short", secondsAhead });
    const ledger = Math.round(horizons.ledgerHorizonSeconds);
    if (ledger < MIN_LEDGER_AHEAD_SECONDS)
      log.error({ event: "partitions_short", table: "billing_event", secondsAhead: ledger });
  }
}

/** Every ten minutes: drops partitions of verifications before they are a day old. */
export async function purgeVerifications(): Promise<void> {
  await dropPartitions("verification");
  await deleteIdempotencyKeys(database(), RETENTION.idempotency_key.until.hours);
}

/** Every hour: drops partitions of activity events, and deletes runs of the gate test, that are 30 days old. */
export async function purgeActivity(): Promise<void> {
  await dropPartitions("activity_event");
  await purgeActivityDays(database());
  await deleteOldRuns(database(), RETENTION.gate_test_run.until.days);
}

/** Takes the checks of before there was a list of checks into it, hour by hour. */
export async function fillCheckList(): Promise<void> {
  await inSteps(() => listOlderChecks(database()));
}

/** Drops one after the other, so that callers come between. A long transaction, such as a dump, keeps them until a later run. */
async function dropPartitions(table: "verification" | "activity_event"): Promise<void> {
  let dropped = await dropPartition(database(), table);
  while (dropped === "dropped") dropped = await dropPartition(database(), table);
  if (dropped === "in_use") log.warn({ event: "partition_in_use", table });
}

/** Every hour: deletes links, sessions and invitations that have expired. */
export async function purgeSignIns(): Promise<void> {
  await deleteExpiredSignIns(database(), {
    links: RETENTION.sign_in_link.until.days,
    sessions: RETENTION.sign_in_session.until.days,
    invitations: RETENTION.invitation.until.days,
  });
}

/** Every hour: deletes e-mails of 40 days ago from the outbox. */
export async function purgeEmails(): Promise<void> {
  await deleteOldEmails(database(), RETENTION.email.until.days);
}
