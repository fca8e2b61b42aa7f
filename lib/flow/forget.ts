import { forgetExpired, forgetIdempotencyKeys, keepPartitions } from "#db/queries/forgetting.ts";
import { config } from "#lib/config.ts";
import { database } from "#lib/database.ts";

/** Every minute: what expired loses its page and its browser (contract §5). */
export async function forgetPages(): Promise<void> {
  const { linkMs, flowMs } = config().lives;
  await forgetExpired(database(), linkMs, flowMs);
}

/** Every hour: whole verifications go with their partition before they are a day old; the coming partitions are made. */
export async function forgetVerifications(): Promise<void> {
  await keepPartitions(database());
  await forgetIdempotencyKeys(database());
}
