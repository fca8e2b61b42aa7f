import { asc, eq, getTableColumns } from "drizzle-orm";
import type { Db } from "../client.ts";
import { plan, subscription } from "../schema/subscription.ts";
import { columnsOf } from "../sql.ts";

/** `callsPerMinute`, `callsPerAddress`: if absent, they stay as they are. */
export type PlanRow = Omit<typeof plan.$inferSelect, "createdAt" | "callsPerMinute" | "callsPerAddress"> & {
  callsPerMinute?: number | null;
  callsPerAddress?: number | null;
};

const { createdAt: _, ...PLAN } = getTableColumns(plan);

export async function selectPlans(db: Db): Promise<PlanRow[]> {
  return db.select(PLAN).from(plan).orderBy(asc(plan.monthlyFeeMinor), asc(plan.id));
}

export async function findPlan(db: Db, id: string): Promise<PlanRow | null> {
  const [row] = await db.select(PLAN).from(plan).where(eq(plan.id, id));
  return row ?? null;
}

export async function upsertPlan(db: Db, row: PlanRow): Promise<void> {
  await db.insert(plan).values(row).onConflictDoUpdate({ target: plan.id, set: row });
}

/** Reads the calls per minute that the organization's plan allows each key, and one address with it; `null`: the plan does not say. */
export async function findPlanLimits(db: Db, organizationId: string) {
  const [row] = await db
    .select(columnsOf(plan, "callsPerMinute", "callsPerAddress"))
    .from(subscription)
    .innerJoin(plan, eq(plan.id, subscription.planId))
    .where(eq(subscription.organizationId, organizationId));
  return row ?? { callsPerMinute: null, callsPerAddress: null };
}
