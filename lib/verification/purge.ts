import { forgetExpired, forgetIdempotencyKeys, keepPartitions } from "#db/queries/purge.ts";
import { config } from "#lib/core/config.ts";
import { database } from "#lib/core/database.ts";

const AT_ONCE = 5_000;

/** Every minute: what expired loses its page and its browser (contract §5). */
export async function forgetPages(): Promise<void> {
  const { linkMs, flowMs } = config().lives;
  // A few at a time: however many there are, no statement is long enough to be cut off, and the next run goes on.
  while ((await forgetExpired(database(), linkMs, flowMs, AT_ONCE)) === AT_ONCE);
}

/** Every hour: whole verifications go with their partition before they are a day old; the coming partitions are made. */
export async function forgetVerifications(): Promise<void> {
  await keepPartitions(database());
  await forgetIdempotencyKeys(database());
}
