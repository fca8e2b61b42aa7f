import { Box } from "#app/_ui/box.tsx";
import { ButtonLink } from "#app/_ui/button.tsx";
import { classes } from "#app/_ui/classes.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { LoadError } from "#app/_ui/load-error.tsx";
import { currentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { loadOrFail } from "#app/(dashboard)/_lib/load-or-fail.ts";
import { readerFormats } from "#app/(dashboard)/_lib/reader-formats.ts";
import { keyUseOf } from "#lib/activity/key-use.ts";
import { readAlerts } from "#lib/billing/alerts.ts";
import { readSubscription } from "#lib/billing/subscription.ts";
import { mayEver } from "#lib/core/permission.rules.ts";
import { listDomains } from "#lib/domains/domain.ts";
import { isOver } from "#lib/keys/plugin-key.rules.ts";
import { listKeys } from "#lib/keys/plugin-key.ts";
import { type Need, type NeedFacts, needsOf } from "./needs.ts";

/** Shows what needs a member first, each with the one button that mends it; and nothing where nothing does. */
export async function NeedsBox({ refused }: Pick<NeedFacts, "refused">) {
  const { user, organization } = await currentMembership();
  const { id, role, suspendedAt, timeZone } = organization;
  const seesBilling = mayEver(role, "see billing");
  const [domains, keys, alerts, subscription] = await Promise.all([
    loadOrFail("domains", () => listDomains(user, id)),
    loadOrFail("keys", () => listKeys(user, id)),
    seesBilling ? loadOrFail("alerts", () => readAlerts(user, id)) : null,
    seesBilling ? loadOrFail("subscription", () => readSubscription(user, id)) : null,
  ]);
  const now = new Date();
  const endingKeys = keys?.ok ? keys.rows.filter((key) => key.endsAt !== null && !isOver(key, now)) : [];
  const ending = endingKeys.map(({ key }) => key);
  const use = ending.length > 0 ? await loadOrFail("use of keys", () => keyUseOf(user, id, ending)) : null;
  const needs = needsOf(
    {
      ...{ suspendedAt, refused, endingKeys, timeZone, formats: await readerFormats() },
      domains: domains?.ok ? domains.rows : [],
      use: use?.ok ? new Map(use.rows.map((one) => [one.key, one])) : null,
      alerts: alerts?.ok ? alerts : null,
      subscription: subscription?.ok ? subscription.subscription : null,
    },
    now,
  );
  const isWhole = [domains, keys, ...(seesBilling ? [alerts, subscription] : [])].every((part) => part?.ok);
  return (
    <>
      {needs.length > 0 && <Needs needs={needs} />}
      {!isWhole && <LoadError what="Some of what needs your attention" here="/dashboard" />}
    </>
  );
}

function Needs({ needs }: { needs: readonly Need[] }) {
  return (
    <Box as="section" aria-labelledby="needs">
      <h2 className="sr-only" id="needs">
        Needs you first
      </h2>
      <ul>
        {needs.map((need) => (
          <NeedRow key={need.heading} {...need} />
        ))}
      </ul>
    </Box>
  );
}

/** On a phone the whole row is its button, and the page behind it says the rest. */
function NeedRow({ isNow, heading, text, button }: Need) {
  return (
    <li
      className={classes(
        "relative grid min-h-12 grid-cols-[1rem_minmax(0,1fr)_auto] items-center gap-x-3 border-b border-line px-4 py-2 last:border-0",
        "max-sm:px-3 max-sm:has-focus-visible:outline-2 max-sm:has-focus-visible:outline-accent",
      )}
    >
      <span className={isNow ? "text-bad" : "text-soft"}>
        <Icon name={isNow ? "alert" : "clock"} />
      </span>
      <p className="max-w-none">
        <b>{heading}</b> <span className={classes("text-soft", button && "max-sm:hidden")}>{text}</span>
      </p>
      {button && (
        <>
          <ButtonLink size="sm" href={button.href} className="max-sm:absolute! max-sm:inset-0 max-sm:opacity-0">
            {button.name}
          </ButtonLink>
          <Icon name="right" className="text-soft sm:hidden" />
        </>
      )}
    </li>
  );
}
