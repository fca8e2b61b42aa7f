import { eq, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { organizationLogo } from "../schema/organization.ts";
import { columnsOf } from "../sql.ts";

export type LogoRow = Omit<typeof organizationLogo.$inferSelect, "organizationId" | "createdAt">;

/** Takes it from any organization that has it: the same bytes have the same digest. */
export async function findLogo(db: Db, digest: string): Promise<LogoRow | null> {
  const [row] = await db
    .select(columnsOf(organizationLogo, "mediaType", "bytes", "digest"))
    .from(organizationLogo)
    .where(eq(organizationLogo.digest, digest))
    .limit(1);
  return row ?? null;
}

export async function findLogoDigest(db: Db, organizationId: string): Promise<string | null> {
  const [row] = await db
    .select({ digest: organizationLogo.digest })
    .from(organizationLogo)
    .where(eq(organizationLogo.organizationId, organizationId));
  return row?.digest ?? null;
}

export async function upsertLogo(db: Db, organizationId: string, logo: LogoRow): Promise<void> {
  await db
    .insert(organizationLogo)
    .values({ organizationId, ...logo })
    .onConflictDoUpdate({ target: organizationLogo.organizationId, set: { ...logo, createdAt: sql`now()` } });
}

export async function deleteLogo(db: Db, organizationId: string): Promise<void> {
  await db.delete(organizationLogo).where(eq(organizationLogo.organizationId, organizationId));
}
