import { purgeIdempotencyKeys } from "#db/queries/idempotency-key.ts";
import { keepPartitions } from "#db/queries/partition.ts";
import { purgeExpired } from "#db/queries/verification.ts";
import { config } from "#lib/core/config.ts";
import { database } from "#lib/core/database.ts";

const AT_ONCE = 5_000;

/** Every minute: what expired loses its page and its browser (contract §5). */
export async function purgePages(): Promise<void> {
  const { linkMs, flowMs } = config().ttl;
  // A few at a time: however many there are, no statement is long enough to be cut off, and the next run goes on.
  while ((await purgeExpired(database(), linkMs, flowMs, AT_ONCE)) === AT_ONCE);
}

/** Every hour: whole verifications go with their partition before they are a day old; the coming partitions are made. */
export async function purgeVerifications(): Promise<void> {
  await keepPartitions(database());
  await purgeIdempotencyKeys(database());
}
