import { sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { preparedStatement } from "../prepared.ts";

const insertion = preparedStatement<{ id: number }>(`
  INSERT INTO page_key (salt, purge_at) VALUES ($1, clock_timestamp() + $2::float8 * interval '1 millisecond') RETURNING id
`);

/** Stores what a page key is made from, until it is purged. Returns its number. */
export async function insertPageKey(db: Db, salt: Buffer, purgeInMs: number): Promise<number> {
  const [row] = await insertion(db, salt, purgeInMs);
  if (!row) throw new Error("The database did not number the page key");
  return row.id;
}

/** Nobody can read what was encrypted with these page keys after it. */
export async function deletePageKeys(db: Db): Promise<void> {
  await db.execute(sql`DELETE FROM page_key WHERE purge_at <= now()`);
}
