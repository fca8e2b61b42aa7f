import type { Mode, ProviderId } from "./admission.ts";
import type { Basis } from "./billing.ts";

/** A row of the ledger, as it stands in the database. */
export type LedgerRow = {
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
export function sealedText(row: LedgerRow): string {
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

/** How long a row may take from its moment to its commit: what turns up later than this after its time was put there. */
export const COMMITS_WITHIN_MS = 10 * 60_000;

/** How far the sealer looks back for rows that are proven: so far may the database's clock have been set back. */
export const LOOKS_BACK_MS = 24 * 60 * 60_000;

/** A minute is usual. */
export const SEALED_WITHIN_MS = 60 * 60_000;
