import { daysMs, HOUR_MS } from "#lib/base/time.rules.ts";
import type { Mode, ProviderId } from "#lib/core/provider.rules.ts";
import type { Basis, Bill } from "./spend.rules.ts";

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
 * Says what the chain covers of a row: every field in a fixed order, as one line of JSON (RFC 8259). A seal is the
 * SHA-256 of the seal before it, a line feed and this text; 32 zero bytes stand before the first. Anybody can compute it
 * without a secret.
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

export function rowOfCheck(check: Check, { priceMinor, currency, basis }: Bill): LedgerRecord {
  const { id, organizationId, pluginKeyId, provider, mode, host, createdAt } = check;
  const own = { id, organizationId, pluginKeyId, provider, mode, host, createdAt };
  return { ...own, priceMinor, currency, basis, reverses: null, reason: null, actor: null, creditNoteId: null };
}

type Reversal = Pick<LedgerRecord, "id" | "creditNoteId" | "createdAt"> & { reason: string; actor: string };

/** Makes the row that takes a check back: it copies the check and negates its price. */
export function rowOfReversal(check: LedgerRecord, { id, reason, actor, creditNoteId, createdAt }: Reversal) {
  const { organizationId, pluginKeyId, provider, mode, host, currency, basis } = check;
  const own = { id, organizationId, pluginKeyId, provider, mode, host, createdAt };
  const priceMinor = check.priceMinor === 0 ? 0 : -check.priceMinor;
  return { ...own, priceMinor, currency, basis, reverses: check.id, reason, actor, creditNoteId };
}

/** Sets how far before the youngest sealed row the sealer searches, in case the database's clock was set back: 24 hours. */
export const SEAL_LOOKBACK_MS = daysMs(1);

/** Looks back a whole day every ten minutes only; in between longer than any statement takes to write its row. */
export const [SHORT_LOOKBACK_MS, WHOLE_LOOKBACK_EVERY_MS] = [2 * 60_000, 10 * 60_000];

/** For 24 hours after an operator puts a new key first in AGEWAY_KEYS, some processes may still sign with the old one. */
export const KEYS_OVERLAP_MS = daysMs(1);

/** A row that waits longer for its seal is a finding. The sealer runs every minute. */
export const MAX_SEAL_DELAY_MS = HOUR_MS;
