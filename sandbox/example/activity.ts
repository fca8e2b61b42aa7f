import type { activityDay, activityEvent, whyNotDay } from "#db/schema/activity.ts";
import { type CallCode, type CheckCode, isBilledCall, wentWell } from "#lib/activity/activity.rules.ts";
import { countedStep, isBilledStep, type StepCode, storedStep, whyNotOf } from "#lib/activity/step.rules.ts";
import { dayOf, daysAfter, HOUR_MS, startOfDay } from "#lib/base/time.rules.ts";
import { uuidV7 } from "#lib/base/uuid.ts";
import { newReference, referenceOf } from "#lib/crypto/reference.ts";
import { EXAMPLE_ID } from "#lib/organizations/example.rules.ts";
import { type ExampleKeys, firstDay, HOSTS, type InventedCheck } from "./checks.ts";

type EventRow = typeof activityEvent.$inferInsert;
type WhyRow = typeof whyNotDay.$inferInsert;

/** An event of a check that was made on `day`. `isStored`: false where it is only counted. `why`: of a live check that was not confirmed. */
type Told = Pick<EventRow, "kind" | "code" | "pluginKeyId" | "mode" | "provider" | "minimumAge" | "host" | "billed"> & {
  at: number;
  day: string;
  isStored: boolean;
  reference: string;
  checkReference: string | null;
  why: WhyRow["why"] | null;
};

/** The record keeps events for so long, and counters for longer. */
export const EVENT_DAYS = 30;
/** A call or a question is refused so often. */
const REFUSED_EVERY_MS = 5 * HOUR_MS;

/** Tells the checks, and calls and questions that were refused, as the record of activity has them at `now`. */
export function activityOf(checks: readonly InventedCheck[], keys: ExampleKeys, now: Date) {
  const told = [...checks.flatMap(eventsOf), ...refusals(keys, now)].filter(({ at }) => at < +now);
  const since = +daysAfter(startOfDay(now), -EVENT_DAYS);
  const own = { organizationId: EXAMPLE_ID };
  const facetOf = ({ day, pluginKeyId, kind, code, provider, minimumAge }: Told) =>
    `${day} ${pluginKeyId} ${kind} ${code} ${provider} ${minimumAge}`;
  const days = sumOf(told, facetOf, ({ day, pluginKeyId, kind, code, mode, provider, minimumAge }, events) => {
    const facet = { pluginKeyId, kind, code, ok: wentWell(kind, code), mode, provider, minimumAge };
    // A trigger makes the number of its facet.
    return { ...own, day, ...facet, events, facet: 0n } satisfies typeof activityDay.$inferInsert;
  });
  const whyNot = sumOf(
    told.flatMap(({ day, why }) => (why ? [{ day, why }] : [])),
    ({ day, why }) => `${day} ${why}`,
    (group, checks): WhyRow => ({ ...own, ...group, checks }),
  );
  const events = told
    .filter(({ at, isStored }) => isStored && at >= since)
    .map(({ at, day: _, isStored: __, why: ___, ...event }): EventRow => {
      const ok = wentWell(event.kind, event.code);
      const references = { reference: event.reference || newReference(), checkReference: event.checkReference };
      return { id: uuidV7(at), ...own, ...event, ...references, ok };
    });
  return { days, whyNot, events };
}

/** Counts what is alike. */
function sumOf<One, Row>(all: readonly One[], nameOf: (one: One) => string, rowOf: (one: One, count: number) => Row) {
  return [...Map.groupBy(all, nameOf).values()].flatMap(([one, ...others]) =>
    one === undefined ? [] : [rowOf(one, 1 + others.length)],
  );
}

function eventsOf(check: InventedCheck): Told[] {
  const { id, at, mode, provider, pluginKeyId, minimumAge, host, steps, asked } = check;
  const reference = referenceOf(id);
  const facts = { day: dayOf(at), pluginKeyId, mode, provider, minimumAge, host, checkReference: null };
  const event = (kind: Told["kind"], code: string, seconds: number): Told => {
    const none = { billed: false, isStored: true, why: null };
    return { ...facts, kind, code, at: +at + 1_000 * seconds, reference, ...none };
  };
  const stepOf = ([step, seconds]: readonly [StepCode, number]): Told[] => {
    const code = countedStep(step, mode);
    if (code === null) return [];
    const isStored = storedStep(step, mode) !== null;
    const why = mode === "live" ? whyNotOf(step, null) : null;
    return [{ ...event("step", code, seconds), billed: isBilledStep(code, provider), isStored, why }];
  };
  const isKnown = mode === "test" || asked === "answered_yes";
  const question = asked && event("check", asked, 2 + (steps.at(-1)?.[1] ?? 0));
  return [
    { ...event("call", "accepted", 0), billed: isBilledCall("accepted", provider) },
    ...steps.flatMap(stepOf),
    // Each question has a reference of its own.
    ...(question ? [{ ...question, reference: "", checkReference: isKnown ? reference : null }] : []),
  ];
}

const REFUSED: readonly (readonly ["call", CallCode, string] | readonly ["check", CheckCode, string])[] = [
  ["call", "domain_not_verified", "new.shop.example"],
  ["call", "rate_limited", HOSTS[0]],
  ["check", "device_differs", HOSTS[0]],
  ["call", "device_id_invalid", HOSTS[1]],
  ["check", "already_redeemed", HOSTS[0]],
  ["call", "domain_not_verified", "new.shop.example"],
  ["check", "token_expired", HOSTS[1]],
];

function refusals(keys: ExampleKeys, now: Date): Told[] {
  const count = Math.floor((+now - +firstDay(now)) / REFUSED_EVERY_MS);
  return Array.from({ length: count }, (_, n): Told => {
    const at = Math.round(+now - (count - n - 0.5) * REFUSED_EVERY_MS);
    const [kind, code, host] = REFUSED[n % REFUSED.length] ?? ["call", "rate_limited", HOSTS[0]];
    const isTest = n % 9 === 8;
    const ofKey = { pluginKeyId: isTest ? keys.test : keys.old, mode: isTest ? ("test" as const) : ("live" as const) };
    const facts = { provider: n % 3 === 0 ? ("s" as const) : ("b" as const), minimumAge: 18 as const, host };
    const none = { billed: false, isStored: true, reference: "", checkReference: null, why: null };
    return { at, day: dayOf(at), kind, code, ...ofKey, ...facts, ...none };
  });
}
