import { type Command, InvalidArgumentError, Option } from "commander";
import { listPlans, setPlan } from "#lib/billing/plans.ts";
import { SUBSCRIPTION_STATUSES } from "#lib/billing/subscription.rules.ts";
import { setSubscription } from "#lib/billing/subscription.ts";
import type { Terms } from "#lib/billing/terms.ts";
import { OPERATOR } from "#lib/core/actor.ts";
import type { Format } from "./format.ts";

/** Plans, and the terms of an organization. */
export function addTerms(ageway: Command, format: Format): void {
  const plan = ageway
    .command("plan")
    .description("what is sold; an organization that has subscribed keeps the terms of that day");
  plan
    .command("set <plan>")
    .description("make a plan, or change what it is from now on; amounts in minor units, such as cents")
    .requiredOption("--name <name>", "as members read it")
    .requiredOption("--currency <code>", "ISO 4217, such as EUR")
    .option("--fee <amount>", "a month", wholeNumber, 0)
    .requiredOption("--price-s <amount>", "one check at provider s", wholeNumber)
    .requiredOption("--price-b <amount>", "one check at provider b", wholeNumber)
    .option("--included <checks>", "so many checks of a month cost nothing", wholeNumber, 0)
    .option(
      "--calls-per-minute <calls>",
      "of each key that has no limit of its own; else as the instance",
      wholeNumber,
      null,
    )
    .option("--offered", "members may choose it themselves, and are invoiced afterwards", false)
    .option("--stripe-price <id...>", "what its Checkout is asked for", [])
    .action((id, { name, currency, fee, priceS, priceB, included, callsPerMinute, offered, stripePrice }) =>
      format(
        setPlan(OPERATOR, {
          id,
          name,
          currency,
          monthlyFeeMinor: fee,
          priceSMinor: priceS,
          priceBMinor: priceB,
          includedChecks: included,
          callsPerMinute,
          isOffered: offered,
          stripePrices: stripePrice,
        }),
      ),
    );
  plan
    .command("list")
    .description("every plan")
    .action(() => format(listPlans(OPERATOR)));

  ageway
    .command("subscription")
    .description("what an organization may and pays")
    .command("set <organization>")
    .description("set the named terms, leave the others; amounts in minor units, such as cents")
    .addOption(new Option("--status <status>").choices(SUBSCRIPTION_STATUSES))
    .option("--plan <plan>", "take its terms; what is named beside it goes first")
    .option("--currency <code>", "ISO 4217, such as EUR")
    .option("--fee <amount>", "a month", wholeNumber)
    .option("--price-s <amount>", "one check at provider s", wholeNumber)
    .option("--price-b <amount>", "one check at provider b", wholeNumber)
    .option("--included <checks>", "so many checks of a month cost nothing", wholeNumber)
    .option("--cap <amount>", 'what the checks of a month should cost at most, or "none"', amountOrNone)
    .addOption(new Option("--at-cap <what>", "what happens there").choices(["tell", "stop"]))
    .option("--tax <percent>", 'its own tax rate, such as 25 or 8.1, or "none": that of the instance', percentOrNone)
    .action((id, { status, plan, currency, fee, priceS, priceB, included, cap, atCap, tax }) =>
      format(
        setSubscription(
          OPERATOR,
          id,
          present({
            status,
            planId: plan,
            currency,
            monthlyFeeMinor: fee,
            priceSMinor: priceS,
            priceBMinor: priceB,
            includedChecks: included,
            spendCapMinor: cap?.minor,
            stopsAtCap: atCap && atCap === "stop",
            taxBasisPoints: tax?.basisPoints,
          }),
        ),
      ),
    );
}

function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError("It must be a whole number, in minor units.");
  return Number(text);
}

/** Boxed, because commander takes a bare `null` for an option without a value. */
function amountOrNone(text: string): { minor: number | null } {
  return { minor: text === "none" ? null : wholeNumber(text) };
}

function percentOrNone(text: string): { basisPoints: number | null } {
  if (text === "none") return { basisPoints: null };
  if (!/^(100|\d{1,2}(\.\d{1,2})?)$/.test(text)) throw new InvalidArgumentError("It must be a percentage, such as 25.");
  return { basisPoints: Math.round(Number(text) * 100) };
}

function present(terms: { [Term in keyof Terms]: Terms[Term] | undefined }): Partial<Terms> {
  return Object.fromEntries(Object.entries(terms).filter(([, value]) => value !== undefined));
}
