import { purgeIdempotencyKeys } from "#db/queries/idempotency-key.ts";
import { deleteOldEmails } from "#db/queries/mail-outbox.ts";
import { keepActivityPartitions, keepPartitions } from "#db/queries/partition.ts";
import { deleteExpiredSignIns } from "#db/queries/user.ts";
import { purgeExpired } from "#db/queries/verification.ts";
import { config } from "#lib/core/config.ts";
import { database } from "#lib/core/database.ts";

const BATCH = 5_000;

/** Every minute: erases the page and the browser of verifications that expired (contract §5). */
export async function purgePages(): Promise<void> {
  const { linkMs, flowMs } = config().ttl;
  // In batches, so that no statement runs into its timeout; the next run goes on where this one stopped.
  while ((await purgeExpired(database(), linkMs, flowMs, BATCH)) === BATCH);
}

/** Every hour: drops partitions of verifications before they are a day old, and makes the coming ones. */
export async function purgeVerifications(): Promise<void> {
  await keepPartitions(database());
  await purgeIdempotencyKeys(database());
}

/** Every hour: drops partitions of activity events that are 30 days old, and makes the coming ones. */
export async function purgeActivity(): Promise<void> {
  await keepActivityPartitions(database());
}

/** Every hour: deletes links and sessions that have expired. */
export async function purgeSignIns(): Promise<void> {
  await deleteExpiredSignIns(database());
}

/** Every hour: deletes e-mails of 40 days ago from the outbox. */
export async function purgeEmails(): Promise<void> {
  await deleteOldEmails(database());
}
