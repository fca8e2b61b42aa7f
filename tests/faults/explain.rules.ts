import type { ProviderId } from "#db/schema/values.rules.ts";
import {
  type EndedOperation,
  endedOperations,
  type HistoryLine,
  type OperationOf,
  only,
  type StoredFacts,
} from "./history.rules.ts";

/** `lost`: told to somebody, and not there. `doubled`: there more often than asked for. `unexplained`: there, and nobody asked. */
export type Violation = { kind: "lost" | "doubled" | "unexplained"; what: string };

/** In minor units, of the shops that call. */
const PRICES: Record<ProviderId, number> = { s: 10, b: 12 };

type Verification = StoredFacts["verifications"][number];

/** Everything that the history and the database do not explain of each other. */
export function violationsOf(history: readonly HistoryLine[], facts: StoredFacts): Violation[] {
  const operations = endedOperations(history);
  const rows = new Map(facts.verifications.map((row) => [row.id, row]));
  return [
    ...violationsOfLinks(only(operations, "generate"), facts.verifications, rows),
    ...violationsOfCompletions(only(operations, "complete"), rows),
    ...violationsOfChecks(operations, rows),
    ...violationsOfEvents(facts, rows),
    ...violationsOfUsage(facts),
  ];
}

/** An order has one device, so one row at most, however often it was sent. */
function violationsOfLinks(
  calls: OperationOf<"generate">[],
  verifications: readonly Verification[],
  rows: ReadonlyMap<string, Verification>,
): Violation[] {
  const found: Violation[] = [];
  const callsOf = Map.groupBy(calls, ({ operation }) => operation.device);
  const rowsOf = Map.groupBy(verifications, ({ device }) => device);
  const answered = new Map<string, string>();
  for (const { n, operation, result } of calls) {
    if (result === null || !("verification" in result)) continue;
    const row = rows.get(result.verification);
    const isIts = row?.device === operation.device && row.provider === operation.provider;
    if (!isIts) found.push({ kind: "lost", what: `link ${result.verification} of call ${n}` });
    const other = answered.get(result.verification) ?? operation.device;
    if (other !== operation.device) found.push({ kind: "doubled", what: `link ${result.verification} of two orders` });
    answered.set(result.verification, operation.device);
  }
  for (const [device, own] of rowsOf) {
    const asked = callsOf.get(device) ?? [];
    const ids = own.map(({ id }) => id).join(", ");
    if (asked.length === 0) found.push({ kind: "unexplained", what: `${ids}: nobody asked` });
    else if (asked.every(({ phase }) => phase === "fail")) found.push({ kind: "unexplained", what: `${ids}: refused` });
    if (own.length > 1) found.push({ kind: "doubled", what: `${ids}: one order` });
  }
  return found;
}

/** An outcome needs a visitor who can come to it, and one that a visitor brought home stays. */
function violationsOfCompletions(
  completions: OperationOf<"complete">[],
  rows: ReadonlyMap<string, Verification>,
): Violation[] {
  const found: Violation[] = [];
  for (const { n, operation, result } of completions) {
    if (result === null || !("outcome" in result)) continue;
    const outcome = rows.get(operation.verification)?.outcome;
    if (outcome !== result.outcome)
      found.push({
        kind: "lost",
        what: `completion ${n} ended ${result.outcome}, and ${operation.verification} is ${outcome}`,
      });
  }
  const completionsOf = Map.groupBy(completions, ({ operation }) => operation.verification);
  for (const { id, outcome } of rows.values()) {
    const own = (completionsOf.get(id) ?? []).filter(({ phase }) => phase !== "fail");
    const mayBe = outcome !== "verified" ? own : own.filter(({ operation }) => operation.persona === "adult");
    if (outcome !== null && mayBe.length === 0)
      found.push({ kind: "unexplained", what: `${id} is ${outcome}, and nobody came to that` });
  }
  return found;
}

/** A yes redeems. Of the questions that want to be the only one, one is told yes, and none after a yes. */
function violationsOfChecks(
  operations: readonly EndedOperation[],
  rows: ReadonlyMap<string, Verification>,
): Violation[] {
  const found: Violation[] = [];
  const checks = only(operations, "check");
  const checksOf = Map.groupBy(checks, ({ operation }) => operation.verification);
  const homeOf = new Map<string, number>();
  for (const { operation, result, ended } of only(operations, "complete"))
    if (result && "outcome" in result && result.outcome === "verified") homeOf.set(operation.verification, ended);
  for (const [id, own] of checksOf) {
    const isYes = ({ result }: EndedOperation) => result !== null && "verified" in result && result.verified;
    const isNo = ({ result }: EndedOperation) => result !== null && "verified" in result && !result.verified;
    if (own.some(isYes) && !rows.get(id)?.isRedeemed) found.push({ kind: "lost", what: `the yes about ${id}` });
    for (const check of own) {
      const before = own.filter((other) => other !== check && isYes(other) && other.ended < check.began);
      const maybe = own.filter(
        (other) => other !== check && other.phase !== "fail" && !isNo(other) && other.began < check.ended,
      );
      if (check.operation.once && isYes(check) && before.length > 0)
        found.push({ kind: "doubled", what: `a second yes about ${id}, to check ${check.n}` });
      const mayBeNo = check.operation.once && maybe.length > 0;
      if (isNo(check) && (homeOf.get(id) ?? Infinity) < check.began && !mayBeNo)
        found.push({ kind: "lost", what: `the proof ${id}, to check ${check.n}` });
    }
    if (own.filter((check) => check.operation.once && isYes(check)).length > 1)
      found.push({ kind: "doubled", what: `two yeses about ${id} that were to be the only one` });
  }
  for (const { id, isRedeemed } of rows.values())
    if (isRedeemed && (checksOf.get(id) ?? []).every(({ phase }) => phase === "fail"))
      found.push({ kind: "unexplained", what: `${id} is redeemed, and nobody asked` });
  return found;
}

/** Each check of `b`, and each of `s` that ended verified, is billed once and at its price. */
function violationsOfEvents({ events }: StoredFacts, rows: ReadonlyMap<string, Verification>): Violation[] {
  const found: Violation[] = [];
  const eventsOf = Map.groupBy(events, ({ verification }) => verification);
  for (const [id, own] of eventsOf) {
    const row = rows.get(id);
    if (own.length > 1) found.push({ kind: "doubled", what: `${id} is billed ${own.length} times` });
    if (!row || !isBilled(row)) found.push({ kind: "unexplained", what: `${id} is billed for nothing` });
    else if (
      own.some(
        ({ priceMinor, organization }) => priceMinor !== PRICES[row.provider] || organization !== row.organization,
      )
    )
      found.push({ kind: "unexplained", what: `${id} is billed otherwise than it costs` });
  }
  for (const row of rows.values())
    if (isBilled(row) && !eventsOf.has(row.id)) found.push({ kind: "lost", what: `the billing event of ${row.id}` });
  return found;
}

function isBilled({ provider, outcome }: Verification): boolean {
  return provider === "b" || outcome === "verified";
}

/** The running totals of each organization are the sums of its rows, and within its cap. */
function violationsOfUsage({ verifications, events, usage, caps }: StoredFacts): Violation[] {
  const organizations = new Set([...events, ...usage, ...verifications].map(({ organization }) => organization));
  return [...organizations].flatMap((organization): Violation[] => {
    const is = (one: { organization: string }) => one.organization === organization;
    const cap = caps.find(is);
    const own = events.filter(is);
    const sums = {
      events: own.length,
      spentMinor: sum(own.map(({ priceMinor }) => priceMinor)),
      reservations: verifications.filter((row) => is(row) && row.isReserved).length,
    };
    const counted = {
      events: sum(usage.filter(is).map((one) => one.events)),
      spentMinor: sum(usage.filter(is).map((one) => one.spentMinor)),
      reservations: sum(usage.filter(is).map((one) => one.reservations)),
    };
    const found = (["events", "spentMinor", "reservations"] as const)
      .filter((name) => sums[name] !== counted[name])
      .map((name): Violation => {
        const what = `${organization} counts ${counted[name]} ${name}, and has ${sums[name]}`;
        return { kind: counted[name] < sums[name] ? "lost" : "unexplained", what };
      });
    if (cap && sums.spentMinor > cap.capMinor)
      found.push({ kind: "unexplained", what: `${organization} spent ${sums.spentMinor}, more than its cap` });
    return found;
  });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
