import type { Db } from "#db/client.ts";
import { type LedgerPosition, type LedgerRow, START } from "#db/queries/billing-event.ts";
import { type ChainLink, listChain, listUnsealed, readSigning } from "#db/queries/ledger-seal.ts";
import { adminConfig } from "#lib/core/config.ts";
import { KEYS_OVERLAP_MS, MAX_SEAL_DELAY_MS, UNSIGNED_FOR_MS } from "./ledger.rules.ts";
import { NO_SEAL, sealOf } from "./ledger-seal.ts";
import { macStateOf } from "./row-mac.ts";

const AT_ONCE = 2_000;

/**
 * What is wrong with a row. `altered`: it is not what was sealed. `missing`: it was sealed and is gone, or its seal is.
 * `reordered`: another belongs in its place. `inserted`: it was sealed in the chain of another organization. `unsigned`: it has
 * no MAC of ours, or not that of such a row. `unsealed`: it waits for its seal for longer than it may. `unknown_key`: nobody here
 * has the key that made its MAC, and it waits, or was sealed long after rows with a known key. `position`: in the chain; `null`: it is not in it.
 */
export type BadRow = {
  kind: "altered" | "missing" | "reordered" | "inserted" | "unsigned" | "unsealed" | "unknown_key";
  position: number | null;
  eventId: string | null;
};

/**
 * `end`: of the chain as it stands, whatever is wrong in it. `unchecked`: rows in it that only their seals vouch for, because an
 * older version wrote them, or nobody here has the key that made their MAC.
 */
export type ChainState = {
  rows: number;
  end: { position: number; seal: Buffer };
  unchecked: { unsigned: number; unknownKey: number };
  bad: BadRow | null;
};

/** Walks an organization's chain in its order and names the first row that is not as it was sealed. Memory does not grow with it. */
export async function verifyChain(db: Db, organizationId: string, now: Date): Promise<ChainState> {
  let [position, rows] = [0, 0];
  let seal: Buffer = NO_SEAL;
  let bad: BadRow | null = null;
  const unchecked = { unsigned: 0, unknownKey: 0 };
  const signedFrom = await signedFromIn(db);
  const judge = judgeOf(signedFrom);
  for (let links = await pageAfter(0); links.length > 0; links = await pageAfter(position)) {
    for (const link of links) {
      const standing = link.event && judge(link.event);
      bad ??= flawOf(link, { organizationId, position, seal }, links) ?? forgeryOf(link, standing);
      if (standing === "older") unchecked.unsigned += 1;
      if (standing === "unknown_key" || standing === "late_key") unchecked.unknownKey += 1;
      [position, seal] = [link.position, link.digest];
      rows += 1;
    }
  }
  bad ??= await strayOf(db, organizationId, signedFrom, now);
  return { rows, end: { position, seal }, unchecked, bad };

  function pageAfter(after: number): Promise<ChainLink[]> {
    return listChain(db, organizationId, after, AT_ONCE);
  }
}

type Before = { organizationId: string; position: number; seal: Buffer };

function flawOf(
  link: ChainLink,
  { organizationId, seal, ...before }: Before,
  links: readonly ChainLink[],
): BadRow | null {
  const { position, eventId, event, digest } = link;
  if (position !== before.position + 1) return { kind: "missing", position: before.position + 1, eventId: null };
  if (event !== null && sealOf(seal, event).equals(digest))
    return event.organizationId === organizationId ? null : { kind: "inserted", position, eventId };
  if (event !== null && links.some((other) => belongsHere(other, link, seal)))
    return { kind: "reordered", position, eventId };
  return { kind: event === null ? "missing" : "altered", position, eventId };
}

/** Does another row continue the chain here: under this link's seal, or with its own? */
function belongsHere({ event, digest }: ChainLink, here: ChainLink, seal: Buffer): boolean {
  if (event === null || event.id === here.eventId) return false;
  const continued = sealOf(seal, event);
  return continued.equals(here.digest) || continued.equals(digest);
}

/** `older`: from before rows had a MAC, or from the hour in which that version was replaced. */
type Standing = "ours" | "older" | "unknown_key" | "forged";

function standingOf(row: LedgerRow, signedFrom: Date | null): Standing {
  const state = macStateOf(row, row.mac);
  if (state === "valid") return "ours";
  if (state === "missing" && signedFrom !== null && row.createdAt < signedFrom) return "older";
  return state === "unknown_key" ? "unknown_key" : "forged";
}

/**
 * Judges the rows of one chain in its order, where nobody inserts: after a row from after that hour the older version was gone,
 * and after a day of rows with a known key every process had that one. What still comes without was put in, or a key is missing
 * here.
 */
function judgeOf(signedFrom: Date | null): (row: LedgerRow) => Standing | "late_key" {
  let [isOlderGone, isKeyUsual] = [false, false];
  let knownSince: Date | null = null;
  return (row) => {
    const standing = standingOf(row, isOlderGone ? null : signedFrom);
    if (standing === "unknown_key" && isKeyUsual) return "late_key";
    if (standing !== "ours") return standing;
    knownSince ??= row.createdAt;
    isOlderGone ||= signedFrom !== null && row.createdAt >= signedFrom;
    isKeyUsual ||= +row.createdAt - +knownSince > KEYS_OVERLAP_MS;
    return standing;
  };
}

async function signedFromIn(db: Db): Promise<Date | null> {
  const { since } = await readSigning(db);
  return since && new Date(+since + UNSIGNED_FOR_MS);
}

function forgeryOf({ position, eventId }: ChainLink, standing: Standing | "late_key" | null): BadRow | null {
  if (standing === "late_key") return { kind: "unknown_key", position, eventId };
  return standing === "forged" ? { kind: "unsigned", position, eventId } : null;
}

/** The oldest row that is in the ledger and not in its chain, though it should be, or should not be there at all. */
async function strayOf(db: Db, organizationId: string, signedFrom: Date | null, now: Date): Promise<BadRow | null> {
  const lateBefore = new Date(+now - MAX_SEAL_DELAY_MS);
  let after: LedgerPosition | null = START;
  while (after !== null) {
    const rows: LedgerRow[] = await listUnsealed(db, organizationId, { after, orOthers: true, most: AT_ONCE });
    for (const row of rows) {
      const kind = strangenessOf(standingOf(row, signedFrom), row.createdAt < lateBefore);
      if (kind !== null) return { kind, position: null, eventId: row.id };
    }
    const last = rows.at(-1);
    after = last && rows.length === AT_ONCE ? { at: last.createdAt, id: last.id } : null;
  }
  return null;
}

function strangenessOf(standing: Standing, isLate: boolean): BadRow["kind"] | null {
  if (standing === "forged") return "unsigned";
  if (!isLate) return null;
  return standing === "unknown_key" && adminConfig().keys.length > 0 ? "unknown_key" : "unsealed";
}
