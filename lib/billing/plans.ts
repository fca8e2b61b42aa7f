import { insertAuditEvent } from "#db/queries/audit-event.ts";
import { findPlan, type PlanRow, selectPlans, upsertPlan } from "#db/queries/plan.ts";
import { refuse } from "#lib/base/result.ts";
import { readLine } from "#lib/base/text.ts";
import { uuidV7 } from "#lib/base/uuid.ts";
import { type Actor, nameOf, type Operator } from "#lib/core/actor.ts";
import { type Listed, listOf } from "#lib/core/read.ts";
import { isKeyLimit } from "#lib/keys/plugin-key.rules.ts";
import { database } from "#lib/runtime/database.ts";
import { areSound } from "./terms.ts";

const MAX_NAME_LENGTH = 80;
const ID = /^[a-z0-9-]{1,40}$/;
const STRIPE_PRICE = /^price_\w{1,250}$/;

/** Creates or changes a plan. Subscriptions have copied its terms, so they keep their prices. */
export async function setPlan(actor: Operator, given: PlanRow) {
  const name = readLine(given.name, MAX_NAME_LENGTH);
  if (!name) return refuse("name_invalid");
  const isSound = ID.test(given.id) && given.stripePrices.every((price) => STRIPE_PRICE.test(price));
  const { id, isOffered, stripePrices, callsPerMinute = null, callsPerAddress = null, ...terms } = given;
  const hasLimits = isKeyLimit(callsPerMinute) && isKeyLimit(callsPerAddress);
  if (!isSound || !areSound(terms) || !hasLimits) return refuse("terms_invalid");
  const plan = { ...given, name };
  await database().transaction(async (tx) => {
    const before = await findPlan(tx, id);
    await upsertPlan(tx, plan);
    const audit = { action: "plan.set", subject: id, before, after: plan };
    await insertAuditEvent(tx, { id: uuidV7(), organizationId: null, actor: nameOf(actor), ...audit });
  });
  return { ok: true as const, plan };
}

export async function listPlans(_actor: Operator): Promise<Listed<PlanRow>> {
  return { ok: true, rows: await selectPlans(database()) };
}

export async function offeredPlans(actor: Actor, organizationId: string): Promise<Listed<PlanRow>> {
  return listOf(actor, "see billing", organizationId, async (db) =>
    (await selectPlans(db)).filter(({ isOffered }) => isOffered),
  );
}
