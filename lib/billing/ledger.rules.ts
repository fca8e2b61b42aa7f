import type { Mode, ProviderId } from "#lib/core/provider.rules.ts";
import type { Basis, Bill } from "./spend.rules.ts";

/** A row of the ledger, as it stands in the database. */
export type LedgerRecord = {
  id: string;
  organizationId: string;
  pluginKeyId: string;
  provider: ProviderId;
  mode: Mode;
  basis: Basis | null;
  priceMinor: number;
  currency: string;
  host: string | null;
  createdAt: Date;
  reverses: string | null;
  reason: string | null;
  actor: string | null;
  creditNoteId: string | null;
};

/**
 * What the chain covers of a row: everything, in one order, as JSON (RFC 8259) in one line. A seal is the SHA-256 of the
 * seal before it, a line feed and this; before the first there are 32 zero bytes. Anybody can compute it, without a secret.
 */
export function sealedText(row: LedgerRecord): string {
  return JSON.stringify([
    row.id,
    row.organizationId,
    row.pluginKeyId,
    row.provider,
    row.mode,
    row.basis,
    row.priceMinor,
    row.currency,
    row.host,
    row.createdAt.toISOString(),
    row.reverses,
    row.reason,
    row.actor,
    row.creditNoteId,
  ]);
}

type Check = Pick<LedgerRecord, "id" | "organizationId" | "pluginKeyId" | "provider" | "mode" | "host" | "createdAt">;

/** The row of a check, with what it costs. */
export function rowOfCheck(check: Check, { priceMinor, currency, basis }: Bill): LedgerRecord {
  const { id, organizationId, pluginKeyId, provider, mode, host, createdAt } = check;
  const whose = { id, organizationId, pluginKeyId, provider, mode, host, createdAt };
  return { ...whose, priceMinor, currency, basis, reverses: null, reason: null, actor: null, creditNoteId: null };
}

type Reversal = { id: string; reason: string; actor: string; creditNoteId: string | null; createdAt: Date };

/** The row that takes a check back: all of the check's but the sign of its price. */
export function rowOfReversal(
  check: LedgerRecord,
  { id, reason, actor, creditNoteId, createdAt }: Reversal,
): LedgerRecord {
  const { organizationId, pluginKeyId, provider, mode, host, currency, basis } = check;
  const whose = { id, organizationId, pluginKeyId, provider, mode, host, createdAt };
  const priceMinor = check.priceMinor === 0 ? 0 : -check.priceMinor;
  return { ...whose, priceMinor, currency, basis, reverses: check.id, reason, actor, creditNoteId };
}

/** How far back the sealer looks for rows without a seal: so far may the database's clock have been set back. */
export const SEAL_LOOKBACK_MS = 24 * 60 * 60_000;

/** For so long after rows began to have a MAC, one without may be an older version's, which was still being replaced. */
export const UNSIGNED_FOR_MS = 60 * 60_000;

/** For so long after a key of AGEWAY_KEYS was put first, some process may still have had the one before it there. */
export const KEYS_OVERLAP_MS = 24 * 60 * 60_000;

/** A minute is usual. */
export const MAX_SEAL_DELAY_MS = 60 * 60_000;
