import { formatMoment, formatShortDay } from "#app/_ui/format-date.ts";
import type { Formats } from "#app/(dashboard)/_lib/reader-formats.ts";
import type { Alerts } from "#lib/billing/alerts.ts";
import type { SubscriptionView } from "#lib/billing/subscription.ts";
import type { Domain } from "#lib/domains/domain.ts";
import { MISSING_FOR_MS } from "#lib/domains/proof.rules.ts";

/** Holds something that only a member can mend. `isNow`: it refuses visitors, or costs money, at this moment. */
export type Need = {
  isNow: boolean;
  heading: string;
  text: string;
  button?: { name: string; href: string };
};

type Key = { key: string; label: string; endsAt: Date | null };

/** `null`: it could not be loaded, or this member may not see it. `use`: by key. */
export type NeedFacts = {
  suspendedAt: Date | null;
  subscription: SubscriptionView | null;
  alerts: Alerts | null;
  domains: readonly Domain[];
  endingKeys: readonly Key[];
  use: ReadonlyMap<string, { callsInDay: number; isBound: boolean }> | null;
  refused: { now: number; before: number; addressLimited: number; href: string; isRising: boolean } | null;
  timeZone: string;
  /** Writes numbers and amounts as the reader does. */
  formats: Formats;
};

/** Says what needs somebody, the worst first. */
export function needsOf(facts: NeedFacts, now: Date): Need[] {
  const needs = [
    suspension(facts),
    ...billing(facts, now),
    ...facts.domains.flatMap((domain) => lostDomain(domain, facts.timeZone, now)),
    ...facts.endingKeys.flatMap((key) => endingKey(key, facts, now)),
    cap(facts, now),
    ...(facts.alerts?.keys ?? []).filter(({ isPaused }) => !isPaused).map((key) => unusualKey(key, facts.formats)),
    limitedAddress(facts),
    risingRefusals(facts),
  ].filter((need) => need !== null);
  return needs.toSorted((a, b) => Number(b.isNow) - Number(a.isNow));
}

function suspension({ suspendedAt }: NeedFacts): Need | null {
  if (!suspendedAt) return null;
  return {
    isNow: true,
    heading: "This organization is suspended.",
    text: "No calls are accepted. Ask the operator of this service.",
  };
}

function billing({ subscription, timeZone }: NeedFacts, now: Date): Need[] {
  const href = "/dashboard/billing/plan";
  if (subscription?.status === "past_due") {
    const { graceEndsAt } = subscription;
    const isOver = graceEndsAt !== null && graceEndsAt < now;
    const until = graceEndsAt ? `until ${formatMoment(graceEndsAt, timeZone, now)}` : "for now";
    const text = isOver ? "Live checks are refused until it is paid." : `Live checks keep working ${until}.`;
    return [
      {
        isNow: true,
        heading: "A payment is due.",
        text,
        button: { name: "See what is due", href: "/dashboard/billing/invoices" },
      },
    ];
  }
  if (subscription?.status !== "paused" && subscription?.status !== "canceled") return [];
  const isPaused = subscription.status === "paused";
  return [
    {
      isNow: true,
      heading: isPaused ? "Your plan is paused." : "Your plan has ended.",
      text: "Live checks are refused. Test checks still work.",
      button: { name: isPaused ? "See your plan" : "Choose a plan", href },
    },
  ];
}

/** A host whose record or file is gone counts for seven more days. */
function lostDomain({ host, verifiedAt, missingSince, method }: Domain, timeZone: string, now: Date): Need[] {
  if (missingSince === null) return [];
  const what = method === "file" ? "file" : "DNS record";
  const since = `Its ${what} has been missing since ${formatShortDay(missingSince, timeZone, now)}.`;
  const until = formatMoment(new Date(+missingSince + MISSING_FOR_MS), timeZone, now);
  return [
    {
      isNow: true,
      heading: verifiedAt === null ? `${host} refuses live checks.` : `${host} refuses live checks from ${until}.`,
      text: since,
      button: { name: `Fix the ${what === "file" ? "file" : "record"}`, href: `/dashboard/domains/${host}` },
    },
  ];
}

/** A key that ends and is not used any more needs nobody. */
function endingKey({ key, label, endsAt }: Key, { use, timeZone, formats }: NeedFacts, now: Date): Need[] {
  const { callsInDay: calls, isBound } = use?.get(key) ?? {};
  if (endsAt === null || calls === 0) return [];
  const used = `${isBound ? "At least " : ""}${calls === 1 ? "1 call" : `${formats.count(calls ?? 0)} calls`} used it in the last 24 hours.`;
  return [
    {
      isNow: false,
      heading: `Key “${label || key}” ends on ${formatMoment(endsAt, timeZone, now)}.`,
      text: calls === undefined ? "Its use could not be loaded." : used,
      button: { name: "See who uses it", href: `/dashboard/keys/${key}` },
    },
  ];
}

function cap({ alerts, formats: { money } }: NeedFacts, now: Date): Need | null {
  if (!alerts?.cap) return null;
  const { percent, spentMinor, spendCapMinor, currency, stopsAtCap, reachedAt } = alerts.cap;
  const button = { name: "Review the cap", href: "/dashboard/billing/plan#cap" };
  const spent = `${money(spentMinor, currency)} of ${money(spendCapMinor, currency)}`;
  if (percent === 100)
    return {
      isNow: stopsAtCap,
      heading: "This month’s spend cap is used up.",
      text: stopsAtCap
        ? `Live checks that no longer fit under it are refused: ${spent} is spent.`
        : `${spent} is spent. Live checks keep working.`,
      button,
    };
  if (percent < 75 && reachedAt === null) return null;
  // Billing goes by UTC days.
  const day = reachedAt && formatShortDay(reachedAt, "UTC", now);
  const pace = day && `At this pace ${stopsAtCap ? "live checks stop" : "it is used up"} about ${day}.`;
  return {
    isNow: false,
    heading: `${Math.floor((spentMinor / spendCapMinor) * 100)} % of this month’s spend cap is used.`,
    text: pace ?? `${spent} is spent.`,
    button,
  };
}

function unusualKey({ key, label, events, busiest }: Alerts["keys"][number], { count }: Formats): Need {
  return {
    isNow: false,
    heading: `Key “${label || key}” is used far more than usual.`,
    text: `${count(events)} checks were billed in one hour; its busiest hour before had ${count(busiest)}.`,
    button: { name: "Review the key", href: `/dashboard/keys/${key}` },
  };
}

/** Strangers or a backend without the secret: only a member can tell. */
function limitedAddress({ refused, formats: { count } }: NeedFacts): Need | null {
  if (!refused || refused.addressLimited === 0) return null;
  const calls = refused.addressLimited === 1 ? "1 call was" : `${count(refused.addressLimited)} calls were`;
  return {
    isNow: true,
    heading: `${calls} refused since yesterday: they were over the limit of one address.`,
    text: "The limit holds for calls without the key’s secret. If your backend made them, let it send the secret. If a stranger did, your other visitors are served.",
    button: { name: "See the calls", href: refused.href },
  };
}

function risingRefusals({ refused, formats: { count } }: NeedFacts): Need | null {
  if (!refused?.isRising) return null;
  return {
    isNow: false,
    heading: `${count(refused.now)} calls were refused.`,
    text:
      refused.before === 0 ? "There were none in the period before." : `${count(refused.before)} in the period before.`,
    button: { name: "See why", href: refused.href },
  };
}
