import { deleteExpiredSignIns } from "#db/queries/user.ts";
import { database } from "#lib/core/database.ts";

/** Links and sessions whose time is up open nothing any more; here they also stop being kept. */
export async function purgeSignIns(): Promise<void> {
  await deleteExpiredSignIns(database());
}
