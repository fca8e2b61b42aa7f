import { eq } from "drizzle-orm";
import type { Db } from "../client.ts";
import { organization } from "../schema/account.ts";

export type SettingsRow = Pick<
  typeof organization.$inferSelect,
  "name" | "language" | "timeZone" | "legalAddress" | "verifiedDevices"
>;

export async function findSettings(db: Db, organizationId: string): Promise<SettingsRow> {
  const [row] = await db
    .select({
      name: organization.name,
      language: organization.language,
      timeZone: organization.timeZone,
      legalAddress: organization.legalAddress,
      verifiedDevices: organization.verifiedDevices,
    })
    .from(organization)
    .where(eq(organization.id, organizationId));
  if (!row) throw new Error("An organization that there is has settings");
  return row;
}

export async function updateSettings(db: Db, organizationId: string, settings: Partial<SettingsRow>): Promise<void> {
  await db.update(organization).set(settings).where(eq(organization.id, organizationId));
}
