import type { Db } from "#db/client.ts";
import { findForgedReversal, findStray, type Link, listChain } from "#db/queries/ledger.ts";
import { COMMITS_WITHIN_MS, SEALED_WITHIN_MS } from "#lib/rules/ledger.ts";
import { NO_SEAL, sealOf } from "./chain.ts";

const AT_ONCE = 2_000;

/**
 * What is wrong with a row. `altered`: it is not what was sealed. `missing`: it was sealed and is gone, or its seal is.
 * `reordered`: another belongs in its place. `inserted`: it was put there after its time, or nothing is behind it.
 * `unsealed`: it waits for its seal for longer than it may. `position`: in the chain; `null`: it is not in it.
 */
export type BadRow = {
  kind: "altered" | "missing" | "reordered" | "inserted" | "unsealed";
  position: number | null;
  eventId: string | null;
};

/** `end`: of the chain as it stands, whatever is wrong in it. */
export type ChainState = { rows: number; end: { position: number; seal: Buffer }; bad: BadRow | null };

/** Walks an organization's chain in its order and names the first row that is not as it was sealed. Memory does not grow with it. */
export async function verifyChain(db: Db, organizationId: string, now: Date): Promise<ChainState> {
  let [position, rows, newest] = [0, 0, 0];
  let seal: Buffer = NO_SEAL;
  let bad: BadRow | null = null;
  for (let links = await pageAfter(0); links.length > 0; links = await pageAfter(position)) {
    for (const link of links) {
      bad ??= flawOf(link, { organizationId, position, seal }, links);
      [position, seal, newest] = [link.position, link.digest, Math.max(newest, +link.eventAt)];
      rows += 1;
    }
  }
  bad ??= (await forgeryOf(db, organizationId)) ?? (await strayOf(db, organizationId, newest, now));
  return { rows, end: { position, seal }, bad };

  function pageAfter(after: number): Promise<Link[]> {
    return listChain(db, organizationId, after, AT_ONCE);
  }
}

type Before = { organizationId: string; position: number; seal: Buffer };

function flawOf(link: Link, { organizationId, seal, ...before }: Before, links: readonly Link[]): BadRow | null {
  const { position, eventId, event, digest } = link;
  if (position !== before.position + 1) return { kind: "missing", position: before.position + 1, eventId: null };
  if (event !== null && sealOf(seal, event).equals(digest))
    return event.organizationId === organizationId ? null : { kind: "inserted", position, eventId };
  if (event !== null && links.some((other) => belongsHere(other, link, seal)))
    return { kind: "reordered", position, eventId };
  return { kind: event === null ? "missing" : "altered", position, eventId };
}

/** Does another row continue the chain here: under this link's seal, or with its own? */
function belongsHere({ event, digest }: Link, here: Link, seal: Buffer): boolean {
  if (event === null || event.id === here.eventId) return false;
  const continued = sealOf(seal, event);
  return continued.equals(here.digest) || continued.equals(digest);
}

async function forgeryOf(db: Db, organizationId: string): Promise<BadRow | null> {
  const forged = await findForgedReversal(db, organizationId);
  return forged && { kind: "inserted", position: forged.position, eventId: forged.id };
}

/** What is in the ledger and not in its chain, though it should be, or should not be there at all. */
async function strayOf(db: Db, organizationId: string, newest: number, now: Date): Promise<BadRow | null> {
  const lateBefore = new Date(+now - SEALED_WITHIN_MS);
  const stray = await findStray(db, organizationId, { lateBefore });
  if (stray === null) return null;
  const isBackdated = +stray.createdAt < newest - COMMITS_WITHIN_MS && !stray.proven;
  return { kind: stray.unfounded || isBackdated ? "inserted" : "unsealed", position: null, eventId: stray.id };
}
