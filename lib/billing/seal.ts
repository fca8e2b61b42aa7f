import { allowLongStatements } from "#db/client.ts";
import { type LedgerPosition, type LedgerRow, listLedgers, START } from "#db/queries/billing-event.ts";
import { findLastSeal, insertSeals, listUnsealed, lockChain, readSigning } from "#db/queries/ledger-seal.ts";
import { database } from "#lib/core/database.ts";
import { log } from "#lib/core/log.ts";
import { NO_SEAL, sealOf } from "./chain.ts";
import { forEachOrganization } from "./for-each-organization.ts";
import { LOOKS_BACK_MS, UNSIGNED_FOR_MS } from "./ledger.rules.ts";
import { macStateOf } from "./row-mac.ts";

const AT_ONCE = 5_000;

/** Every minute: chains what the ledger has gained. Nobody who writes to it waits for this. */
export async function sealLedger(): Promise<void> {
  await forEachOrganization(await listLedgers(database()), sealOrganization);
}

export async function sealOrganization(organizationId: string): Promise<void> {
  let place: LedgerPosition | null = null;
  do place = await sealSome(organizationId, place);
  while (place !== null);
}

/**
 * Goes on from a place, or a day before the youngest row that is sealed. Answers where there may be more; `null`: that was all.
 * Only what a verb of ours billed becomes a part of the chain: whatever its moment, a row shows that by its MAC. The end of the
 * chain goes to the log too, out of reach of whoever can rewrite the database.
 */
async function sealSome(organizationId: string, goOn: LedgerPosition | null): Promise<LedgerPosition | null> {
  return database().transaction(async (tx) => {
    await allowLongStatements(tx);
    await lockChain(tx, organizationId);
    const last = await findLastSeal(tx, organizationId);
    const after = goOn ?? { ...START, at: last && new Date(+last.eventAt - LOOKS_BACK_MS) };
    const rows = await listUnsealed(tx, organizationId, { after, most: AT_ONCE });
    const { since, now } = await readSigning(tx);
    const mayLackMac = since !== null && +now < +since + UNSIGNED_FOR_MS;
    const strange = rows.filter((row) => !isOurs(row, mayLackMac));
    const [first] = strange;
    if (first) log.error({ event: "ledger_rows_not_sealed", organizationId, rows: strange.length, first: first.id });
    let [position, digest] = [last?.position ?? 0, last?.digest ?? NO_SEAL];
    const seals = rows
      .filter((row) => !strange.includes(row))
      .map((row) => {
        [position, digest] = [position + 1, sealOf(digest, row)];
        return { position, digest, eventId: row.id, eventAt: row.createdAt };
      });
    if (seals.length > 0) {
      await insertSeals(tx, organizationId, seals);
      log.info({ event: "ledger_sealed", organizationId, position, seal: digest.toString("hex") });
    }
    const end = rows.at(-1);
    return end && rows.length === AT_ONCE ? { at: end.createdAt, id: end.id } : null;
  });
}

/** `mayLackMac`: an older version may have written it, until it was replaced. */
function isOurs(row: LedgerRow, mayLackMac: boolean): boolean {
  const state = macStateOf(row, row.mac);
  return state === "holds" || (state === "missing" && mayLackMac);
}
