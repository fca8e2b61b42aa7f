import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { migrate } from "#db/migrate.ts";
import { asOwner, ownerUrl } from "./owner.ts";

/**
 * A database of the test file's own, for what is about everybody's months, numbers or mail; and this process configured for
 * it: so before anything asks for the configuration.
 */
export async function enterOwnDatabase(env: Record<string, string> = {}): Promise<void> {
  const url = new URL(process.env.DATABASE_URL ?? "");
  const superuser = asOwner(url.href);
  url.pathname = `own_${randomBytes(6).toString("hex")}`;
  await superuser.execute(sql`CREATE DATABASE ${sql.identifier(url.pathname.slice(1))}`);
  await superuser.$client.end();
  await migrate(ownerUrl(url.href));
  Object.assign(process.env, env, { DATABASE_URL: url.href });
}
