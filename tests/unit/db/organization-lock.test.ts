import { expectTypeOf, test } from "vitest";
import type { Database, Transaction } from "#db/client.ts";
import { insertReversals } from "#db/queries/billing-event.ts";
import { deleteDomain } from "#db/queries/domain.ts";
import { markLost } from "#db/queries/domain-proof.ts";
import { countAccepted } from "#db/queries/key-hour.ts";
import { deleteMember, updateRole } from "#db/queries/member.ts";
import { deleteOrganizationRow, setSuspended, updateSettings } from "#db/queries/organization.ts";
import type { LockedTransaction } from "#db/queries/organization-lock.ts";
import { updateKeySettings } from "#db/queries/plugin-key.ts";
import { endPluginKey, revokePluginKey, setPaused } from "#db/queries/plugin-key-end.ts";
import { deleteSecret, insertSecret } from "#db/queries/plugin-key-secret.ts";
import { setFollowed } from "#db/queries/stripe-customer.ts";
import { giveUp } from "#db/queries/stripe-meter-batch.ts";
import { upsertSubscription } from "#db/queries/subscription.ts";
import { completeAndBill } from "#db/queries/verification-completion.ts";

// `npm run types` holds the types: these do not fail when they run.

const BILL = [completeAndBill, countAccepted, insertReversals, giveUp] as const;
const STOP = [
  setSuspended,
  deleteOrganizationRow,
  updateSettings,
  revokePluginKey,
  endPluginKey,
  setPaused,
  updateKeySettings,
  insertSecret,
  deleteSecret,
  deleteDomain,
  markLost,
  upsertSubscription,
  setFollowed,
] as const;
const LEAVE = [updateRole, deleteMember] as const;

type Needs<Writes extends readonly ((tx: never, ...rest: never[]) => unknown)[]> = Parameters<Writes[number]>[0];

test("what bills, what stops admissions, and what may take the last owner compile only under the lock", () => {
  expectTypeOf<Needs<typeof BILL>>().toEqualTypeOf<LockedTransaction>();
  expectTypeOf<Needs<typeof STOP>>().toEqualTypeOf<LockedTransaction>();
  expectTypeOf<Needs<typeof LEAVE>>().toEqualTypeOf<LockedTransaction>();
});

test("neither a pool nor a transaction is one that holds the lock", () => {
  expectTypeOf<Transaction>().not.toExtend<LockedTransaction>();
  expectTypeOf<Database>().not.toExtend<LockedTransaction>();
  expectTypeOf<LockedTransaction>().toExtend<Transaction>();
});
