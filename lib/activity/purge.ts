import { keepActivityPartitions } from "#db/queries/partition.ts";
import { database } from "#lib/core/database.ts";

/** Every hour: whole days of events go once they are 30 days old; the coming partitions are made. */
export async function purgeActivity(): Promise<void> {
  await keepActivityPartitions(database());
}
