import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { insertVerifications } from "#db/queries/admission.ts";
import { setSubscription } from "#lib/billing/subscription.ts";
import { removeDomain } from "#lib/domains/domain.ts";
import { revokeKey } from "#lib/keys/plugin-key.ts";
import { suspendOrganization } from "#lib/organizations/organization.ts";
import { changeSettings } from "#lib/organizations/settings.ts";
import { deleteOrganization } from "#lib/retention/delete-organization.ts";
import { database } from "#lib/runtime/database.ts";
import { linkPageKey } from "#lib/verification/page-key.ts";
import { decided } from "#tests/support/decided.ts";
import { newOrganization } from "#tests/support/organization.ts";

const OPERATOR = { kind: "operator" } as const;
type Shop = Awaited<ReturnType<typeof newOrganization>>;

const CHANGES = [
  ["a suspension", ({ id }) => suspendOrganization(OPERATOR, id, true)],
  ["a revocation", ({ key }) => revokeKey(OPERATOR, key)],
  ["a cancelled subscription", ({ id }) => setSubscription(OPERATOR, id, { status: "canceled" })],
  ["a deletion", ({ id }) => deleteOrganization(OPERATOR, id, "Test shop")],
  ["asking everybody again", ({ id }) => changeSettings(OPERATOR, id, { verifiedDevices: "asked_again" })],
  ["the removal of a domain", ({ id, host }) => removeDomain(OPERATOR, id, host)],
] as const satisfies [string, (shop: Shop) => Promise<{ ok: boolean }>][];

test.for(CHANGES)("%s undoes the calls that were decided before it and are not written", async ([, change]) => {
  const shop = await newOrganization();
  const { conditions, rows, now } = await decided([shop]);
  expect((await change(shop)).ok).toBe(true);
  expect(await insertVerifications(database("start"), conditions, rows, await linkPageKey(), now)).toEqual(new Set());
  const written = sql`SELECT count(*)::int AS n FROM billing_event WHERE organization_id = ${shop.id}`;
  expect(await database().execute(written)).toEqual([{ n: 0 }]);
});

test.for(CHANGES)(
  "%s waits for the calls that are being admitted, and holds for all that come after",
  async ([, change]) => {
    const shop = await newOrganization();
    let isChanged = false;
    const { conditions, rows, now } = await decided([shop]);
    const changing = await database().transaction(async (tx) => {
      expect(await insertVerifications(tx, conditions, rows, await linkPageKey(), now)).toEqual(new Set([shop.id]));
      const changing = change(shop).then((changed) => {
        isChanged = true;
        return changed;
      });
      // Until somebody waits for this transaction, or the change went past it.
      for (let waiting = 0; waiting === 0 && !isChanged; ) {
        const [row] = await tx.execute<{ n: number }>(sql`
          SELECT count(*)::int AS n FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))`);
        waiting = row?.n ?? 0;
      }
      expect(isChanged).toBe(false);
      return { changing };
    });
    expect((await changing.changing).ok).toBe(true);
  },
);
