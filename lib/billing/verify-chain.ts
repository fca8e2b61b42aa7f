import type { Db } from "#db/client.ts";
import { type LedgerPosition, type LedgerRow, START } from "#db/queries/billing-event.ts";
import { type ChainLink, listChain, listUnsealed } from "#db/queries/ledger-seal.ts";
import { adminConfig } from "#lib/runtime/config.ts";
import { MAX_SEAL_DELAY_MS, sealedText } from "./ledger.rules.ts";
import { linkOf, NO_SEAL } from "./ledger-seal.ts";
import { type MacState, macStateOf, macStatesInChain } from "./row-mac.ts";

const PAGE_ROWS = 2_000;

/**
 * A fault of one row.
 *
 * - `altered`: the row differs from what was sealed.
 * - `missing`: the row was sealed and is gone, or its seal is gone.
 * - `reordered`: another row belongs in its place.
 * - `inserted`: it was sealed in the chain of another organization.
 * - `unsigned`: it has no MAC, or a wrong one.
 * - `unsealed`: it has waited for its seal for more than an hour.
 * - `unknown_key`: this process does not have the key of its MAC, and the row is unsealed, or follows a day of rows with known keys.
 *
 * `position`: in the chain; `null`: the row is not in the chain.
 */
export type BadRow = {
  kind: "altered" | "missing" | "reordered" | "inserted" | "unsigned" | "unsealed" | "unknown_key";
  position: number | null;
  eventId: string | null;
};

/**
 * Reads an organization's chain in order, page by page, and finds the first bad row. `end`: the last row, even after a
 * fault. `unchecked`: rows whose seal is right but whose MAC this process does not have the key of.
 */
export async function verifyChain(db: Db, organizationId: string, now: Date) {
  let [position, rows] = [0, 0];
  let seal: Buffer = NO_SEAL;
  let bad: BadRow | null = null;
  const unchecked = { unknownKey: 0 };
  const stateInChain = macStatesInChain();
  for (let links = await pageAfter(0); links.length > 0; links = await pageAfter(position)) {
    for (const link of links) {
      const state = link.event && stateInChain(link.event);
      bad ??= sealFaultOf(link, { organizationId, position, seal }, links) ?? macFaultOf(link, state);
      if (state === "unknown_key" || state === "late_key") unchecked.unknownKey += 1;
      [position, seal] = [link.position, link.digest];
      rows += 1;
    }
  }
  bad ??= await findBadUnsealed(db, organizationId, now);
  return { rows, end: { position, seal }, unchecked, bad };

  function pageAfter(after: number): Promise<ChainLink[]> {
    return listChain(db, organizationId, after, PAGE_ROWS);
  }
}

type Before = { organizationId: string; position: number; seal: Buffer };

function sealFaultOf(
  link: ChainLink,
  { organizationId, seal, ...before }: Before,
  links: readonly ChainLink[],
): BadRow | null {
  const { position, eventId, event, digest } = link;
  if (position !== before.position + 1) return { kind: "missing", position: before.position + 1, eventId: null };
  if (event !== null && linkOf(seal, sealedText(event)).equals(digest))
    return event.organizationId === organizationId ? null : { kind: "inserted", position, eventId };
  if (event !== null && links.some((other) => belongsHere(other, link, seal)))
    return { kind: "reordered", position, eventId };
  return { kind: event === null ? "missing" : "altered", position, eventId };
}

/** Does another row continue the chain here, with this link's digest or with its own? */
function belongsHere({ event, digest }: ChainLink, here: ChainLink, seal: Buffer): boolean {
  if (event === null || event.id === here.eventId) return false;
  const continued = linkOf(seal, sealedText(event));
  return continued.equals(here.digest) || continued.equals(digest);
}

function macFaultOf({ position, eventId }: ChainLink, state: MacState | "late_key" | null): BadRow | null {
  if (state === "late_key") return { kind: "unknown_key", position, eventId };
  return state === "wrong" ? { kind: "unsigned", position, eventId } : null;
}

/** Finds the oldest row outside the chain that should be sealed by now, or should not exist. */
async function findBadUnsealed(db: Db, organizationId: string, now: Date) {
  const lateBefore = new Date(+now - MAX_SEAL_DELAY_MS);
  let after: LedgerPosition | null = START;
  while (after !== null) {
    const rows: LedgerRow[] = await listUnsealed(db, organizationId, { after, orOthers: true, limit: PAGE_ROWS });
    for (const row of rows) {
      const kind = unsealedKindOf(macStateOf(row, row.mac), row.createdAt < lateBefore);
      if (kind !== null) return { kind, position: null, eventId: row.id };
    }
    const last = rows.at(-1);
    after = last && rows.length === PAGE_ROWS ? { at: last.createdAt, id: last.id } : null;
  }
  return null;
}

function unsealedKindOf(state: MacState, isLate: boolean): BadRow["kind"] | null {
  if (state === "wrong") return "unsigned";
  if (!isLate) return null;
  return state === "unknown_key" && adminConfig().keys.length > 0 ? "unknown_key" : "unsealed";
}
