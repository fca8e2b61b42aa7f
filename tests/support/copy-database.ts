import { randomBytes } from "node:crypto";
import postgres from "postgres";

/** The database that the world has migrated. Nobody connects to it, because PostgreSQL copies only what nobody uses. */
const TEMPLATE = "ageway";

/**
 * A fresh database with every migration applied, copied in a fifth of a second.
 * @param ownerUrl where somebody logs in who may create databases
 * @param of the address whose login will use it
 * @returns that address, with the name of the copy
 */
export async function copyDatabase(ownerUrl: string, of: string): Promise<string> {
  const [maintenance, copy] = [new URL(ownerUrl), new URL(of)];
  maintenance.pathname = "/postgres";
  copy.pathname = `/test_${randomBytes(6).toString("hex")}`;
  const sql = postgres(maintenance.href, { max: 1, onnotice: () => {} });
  try {
    await sql`CREATE DATABASE ${sql(copy.pathname.slice(1))} TEMPLATE ${sql(TEMPLATE)}`;
  } finally {
    await sql.end();
  }
  return copy.href;
}
