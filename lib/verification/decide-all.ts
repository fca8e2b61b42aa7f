import type { Condition, MonthUsage, NewVerification } from "#db/queries/admission.ts";
import type { KeyRow } from "#db/queries/admission-key.ts";
import { endOf, periodOf } from "#lib/base/time.rules.ts";
import { usageDecides } from "#lib/billing/spend.rules.ts";
import { graceEndsAt } from "#lib/billing/subscription.rules.ts";
import { config } from "#lib/runtime/config.ts";
import type { AdmissionReason } from "./admission.rules.ts";
import { decide } from "./admit.ts";
import type { Brakes } from "./brake.ts";
import type { Call, Facts } from "./facts.ts";
import { type Exhausted, exhaustedLimit, rememberLimits, returnAccepted, takeAccepted } from "./limits.ts";

/**
 * `mayReturn`: the return URL belongs to the organization, so a refused visitor may be sent back there. `isBackend`: the call
 * carried a secret of the key, as far as it was looked up.
 */
export type NotStarted = {
  ok: false;
  reason: AdmissionReason | "idempotency_key_reused" | "rate_limited";
  mayReturn: boolean;
  isBackend: boolean;
  exhausted?: Exhausted;
};

/** `isReplay`: the check is that of an earlier call. */
export type Decision = { ok: true; id: string; isReplay: boolean; organizationId: string } | NotStarted;

/** Holds what the holder of the lock knows besides: how many calls of each key this hour has accepted. */
type UnderLock = { brakes: Brakes };

export type Decided = ReturnType<typeof decideAll>;

/**
 * Decides the calls one after the other: later ones see what earlier ones spent and remembered. Without the lock
 * it leaves those calls undecided whose answer depends on a row that it could not compare again in the write.
 */
export function decideAll({ now, calls, verifiedAges, remembered }: Facts, underLock: UnderLock | null) {
  rememberLimits(new Set(calls.flatMap(({ key }) => key ?? [])));
  const organizations = new Map<string, Accepted>();
  /** The Idempotency-Keys of the accepted calls. Whether those are written is not known yet. */
  const begun = new Set<string>();
  const decisions = calls.map((call): Decision | null => {
    const { key, request, isBackend, n } = call;
    const exhausted = key && exhaustedLimit({ key, request, isBackend });
    if (exhausted) return { ok: false, reason: "rate_limited", mayReturn: false, isBackend, exhausted };
    const decided = decide(call, verifiedAges.get(n) ?? null, remembered, now);
    const repeats = key !== null && call.idempotencies.some((one) => begun.has(`${key.id} ${one.key}`));
    if (!underLock && dependsOnLock(call, decided.ok || decided.reason, repeats)) return null;
    if (!decided.ok) return { ...decided, isBackend };
    const { id, row, key: known } = decided;
    if (row && isBackend && underLock?.brakes.stops(known, now))
      return { ok: false, reason: "plugin_key_paused", mayReturn: true, isBackend };
    takeAccepted({ key: known, request, isBackend });
    const { organizationId } = known;
    if (row) {
      if (isBackend) underLock?.brakes.counts(known);
      const accepted = organizations.get(organizationId) ?? acceptedOf(known);
      organizations.set(organizationId, accepted);
      accept(accepted, known, row, call);
      if (row.idempotency) {
        begun.add(`${known.id} ${row.idempotency.key}`);
        if (underLock) remembered.push({ pluginKeyId: known.id, ...row.idempotency, verificationId: id });
      }
    }
    return { ok: true, id, isReplay: row === null, organizationId };
  });
  const all = [...organizations.values()];
  return {
    /** `null`: only the holder of its organization's lock can decide the call. */
    decisions,
    rows: all.flatMap(({ rows }) => rows),
    conditions: all.map((one) => conditionOf(one, now, underLock !== null)),
    /** Names the organizations whose usage has no row this month. */
    uncounted: all.filter(({ adds, isCounted }) => adds !== null && !isCounted).map(({ key }) => key.organizationId),
    /** Gives the calls of an organization back to the limits: nothing of it was written. */
    giveBack(organizationId: string): void {
      for (const { key, request, isBackend } of organizations.get(organizationId)?.calls ?? [])
        if (key) returnAccepted({ key, request, isBackend });
    },
  };
}

/**
 * Does the answer change with the brake of the key, or with a call of the same batch? Or may another process, while our keys
 * rotate, remember the same Idempotency-Key under a digest that ours does not meet in the table?
 */
function dependsOnLock(
  { key, isBackend, idempotencies }: Call,
  outcome: true | AdmissionReason | "idempotency_key_reused",
  repeats: boolean,
): boolean {
  const wouldRepeat = outcome === true || outcome === "spend_cap_reached" || outcome === "already_verified";
  const isCounted = outcome === true && isBackend && key?.acceptedPerHour != null;
  return wouldRepeat && (repeats || idempotencies.length > 1 || isCounted);
}

/** The accepted calls of an organization. */
type Accepted = {
  key: KeyRow;
  /** Before the first of them. */
  before: MonthUsage;
  isCounted: boolean;
  adds: MonthUsage | null;
  /** The earliest end of a key among them. */
  endsAt: number;
  rows: NewVerification[];
  calls: Call[];
};

function acceptedOf(key: KeyRow): Accepted {
  const { isCounted, ...before } = key.usage;
  return { key, before, isCounted, adds: null, endsAt: Number.POSITIVE_INFINITY, rows: [], calls: [] };
}

function accept(accepted: Accepted, key: KeyRow, row: NewVerification, call: Call): void {
  accepted.rows.push(row);
  accepted.calls.push(call);
  if (key.endsAt) accepted.endsAt = Math.min(accepted.endsAt, +key.endsAt);
  if (row.mode === "test" || row.bill === null) return;
  const added = { checks: 1, spentMinor: row.bill.priceMinor };
  accepted.adds = sumOf(accepted.adds, added);
  Object.assign(key.usage, sumOf(key.usage, added));
}

function sumOf(one: MonthUsage | null, other: MonthUsage): MonthUsage {
  return {
    checks: (one?.checks ?? 0) + other.checks,
    spentMinor: (one?.spentMinor ?? 0) + other.spentMinor,
  };
}

function conditionOf({ key, before, adds, endsAt }: Accepted, now: Date, hasLock: boolean): Condition {
  const { organizationId, factsVersion, subscription } = key;
  const graceEnd = subscription && graceEndsAt(subscription, config().billing.graceMs);
  const monthEnd = +endOf(periodOf(now));
  // The holder of the lock has decided, and nothing that it read changes before it commits.
  const validUntil = hasLock ? null : new Date(Math.min(monthEnd, endsAt, graceEnd ? +graceEnd : endsAt));
  return {
    organizationId,
    factsVersion,
    validUntil,
    expected: adds && usageDecides(key.subscription, before) ? before : null,
    adds,
  };
}
