import { randomBytes } from "node:crypto";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { onTestFinished } from "vitest";
import { databaseAt } from "#db/address.ts";
import type { Transaction } from "#db/client.ts";
import { migrate } from "#db/migrate.ts";
import { copyDatabase } from "./copy-database.ts";
import { asOwner, ownerUrl } from "./owner.ts";

/** The address of an empty database of its own. */
export async function emptyDatabase(): Promise<string> {
  const url = new URL(process.env.DATABASE_URL ?? "");
  const server = asOwner(url.href);
  url.pathname = `migrate_${randomBytes(6).toString("hex")}`;
  await server.execute(sql`CREATE DATABASE ${sql.identifier(url.pathname.slice(1))}`);
  await server.$client.end({ timeout: 5 });
  return url.href;
}

/** The address of a database of its own: a copy with the tables of this version, or as the migrations of a folder make them. */
export async function databaseOf(folder?: string): Promise<string> {
  if (folder === undefined) return copyDatabase(ownerUrl(), process.env.DATABASE_URL ?? "");
  const url = await emptyDatabase();
  await migrate(databaseAt(ownerUrl(url)), new URL(url).username, folder);
  return url;
}

/** The migrations of this version, or the first of them, and these after them. */
export function folderWith(...next: string[]): string {
  return folderOf(Number.POSITIVE_INFINITY, next);
}

export function folderOf(first: number, next: readonly string[] = []): string {
  const folder = mkdtempSync(join(tmpdir(), "ageway-migrations-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync("db/migrations", folder, { recursive: true });
  const journal = join(folder, "meta", "_journal.json");
  const { entries: all, ...head } = JSON.parse(readFileSync(journal, "utf8"));
  const entries = all.slice(0, first);
  const last = entries.at(-1);
  const added = next.map((_, n) => ({ ...last, idx: last.idx + n + 1, when: last.when + n + 1, tag: `next_${n}` }));
  for (const [n, statements] of next.entries()) writeFileSync(join(folder, `next_${n}.sql`), statements);
  writeFileSync(journal, JSON.stringify({ ...head, entries: [...entries, ...added] }));
  return folder;
}

/** While the owner holds what lets one migration after the other work. */
export async function holdingTheTurn(work: (other: Transaction) => Promise<void>): Promise<void> {
  const other = asOwner();
  onTestFinished(() => other.$client.end({ timeout: 5 }));
  await other.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(4283001)`);
    await work(tx);
  });
}
