import { allowLongStatements } from "#db/client.ts";
import { findLastSeal, insertSeals, listLedgers, listUnsealed, lockChain } from "#db/queries/ledger.ts";
import { database } from "#lib/database.ts";
import { forEach } from "#lib/each.ts";
import { log } from "#lib/log.ts";
import { COMMITS_WITHIN_MS, LOOKS_BACK_MS } from "#lib/rules/ledger.ts";
import { NO_SEAL, sealOf } from "./chain.ts";

const AT_ONCE = 5_000;

/** Every minute: chains what the ledger has gained. Nobody who writes to it waits for this. */
export async function sealLedger(): Promise<void> {
  await forEach(await listLedgers(database()), sealOrganization);
}

export async function sealOrganization(organizationId: string): Promise<void> {
  let from: Date | null = null;
  do from = await sealSome(organizationId, from);
  while (from !== null);
}

/**
 * Goes on from a moment, or from where a row may have come late. Answers from when on there is more; `null`: that was all.
 * The end of the chain goes to the log too, out of reach of whoever can rewrite the database.
 */
async function sealSome(organizationId: string, goOn: Date | null): Promise<Date | null> {
  return database().transaction(async (tx) => {
    await allowLongStatements(tx);
    await lockChain(tx, organizationId);
    const last = await findLastSeal(tx, organizationId);
    const from = goOn ?? (last && new Date(+last.eventAt - LOOKS_BACK_MS));
    const onTimeFrom = last && new Date(+last.eventAt - COMMITS_WITHIN_MS);
    const rows = await listUnsealed(tx, organizationId, { from, onTimeFrom, most: AT_ONCE });
    let [position, digest] = [last?.position ?? 0, last?.digest ?? NO_SEAL];
    const seals = rows.map((row) => {
      [position, digest] = [position + 1, sealOf(digest, row)];
      return { position, digest, eventId: row.id, eventAt: row.createdAt };
    });
    if (seals.length === 0) return null;
    await insertSeals(tx, organizationId, seals);
    log.info({ event: "ledger_sealed", organizationId, position, seal: digest.toString("hex") });
    return rows.length < AT_ONCE ? null : (rows.at(-1)?.createdAt ?? null);
  });
}
