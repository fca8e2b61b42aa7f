import { type Command, InvalidArgumentError, Option } from "commander";
import { listPlans, setPlan } from "#lib/billing/plans.ts";
import { SUBSCRIPTION_STATUSES } from "#lib/billing/subscription.rules.ts";
import { setSubscription } from "#lib/billing/subscription.ts";
import type { Terms } from "#lib/billing/terms.ts";
import { OPERATOR } from "#lib/core/actor.ts";
import { numberOrNone } from "./arguments.ts";
import type { Format } from "./format.ts";

export function addTerms(ageway: Command, format: Format): void {
  const plan = ageway
    .command("plan")
    .description("Manage plans. Organizations keep the terms of the day on which they chose a plan");
  plan
    .command("set <plan>")
    .description("Create or change a plan. Amounts are in the smallest unit of the currency, such as cents")
    .requiredOption("--name <name>", "Name that members read")
    .requiredOption("--currency <code>", "ISO 4217 code, such as EUR")
    .option("--fee <amount>", "Monthly fee", wholeNumber, 0)
    .requiredOption("--price-s <amount>", "Price of a confirmed check with the eID of EID_S", wholeNumber)
    .requiredOption("--price-b <amount>", "Price of a link to the eID of EID_B", wholeNumber)
    .option("--included <checks>", "Number of checks per month that cost nothing", wholeNumber, 0)
    .option(
      "--calls-per-minute <calls>",
      "Limit of each key that has none of its own; without it, that of the instance",
      wholeNumber,
    )
    .option(
      "--calls-per-address <calls>",
      "The same of one address that sends no secret; without it, that of the instance",
      wholeNumber,
    )
    .option("--offered", "Let members choose the plan themselves; they are invoiced afterwards")
    .option("--stripe-price <id...>", "Prices at Stripe that members buy")
    .action(
      (id, { name, currency, fee, priceS, priceB, included, callsPerMinute, callsPerAddress, offered, stripePrice }) =>
        format(
          setPlan(OPERATOR, {
            id,
            name,
            currency,
            monthlyFeeMinor: fee,
            priceSMinor: priceS,
            priceBMinor: priceB,
            includedChecks: included,
            callsPerMinute: callsPerMinute ?? null,
            callsPerAddress: callsPerAddress ?? null,
            isOffered: offered === true,
            stripePrices: stripePrice ?? [],
          }),
        ),
    );
  plan
    .command("list")
    .description("List all plans")
    .action(() => format(listPlans(OPERATOR)));

  ageway
    .command("subscription")
    .description("Manage the subscription of an organization")
    .command("set <organization>")
    .description(
      "Set the given terms and keep the others. Amounts are in the smallest unit of the currency, such as cents",
    )
    .addOption(new Option("--status <status>").choices(SUBSCRIPTION_STATUSES))
    .option("--plan <plan>", "Copy the terms of a plan; other options override them")
    .option("--currency <code>", "ISO 4217 code, such as EUR")
    .option("--fee <amount>", "Monthly fee", wholeNumber)
    .option("--price-s <amount>", "Price of a confirmed check with the eID of EID_S", wholeNumber)
    .option("--price-b <amount>", "Price of a link to the eID of EID_B", wholeNumber)
    .option("--included <checks>", "Number of checks per month that cost nothing", wholeNumber)
    .option("--cap <amount>", 'Most that the checks of a month may cost, or "none"', numberOrNone)
    .addOption(
      new Option("--at-cap <what>", "What happens at the cap: an e-mail, or live checks stop, too").choices([
        "tell",
        "stop",
      ]),
    )
    .option(
      "--tax <percent>",
      'Tax rate of this organization, such as 25 or 8.1, or "none" for that of the instance',
      percentOrNone,
    )
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
            spendCapMinor: cap?.number,
            stopsAtCap: atCap && atCap === "stop",
            taxBasisPoints: tax?.basisPoints,
          }),
        ),
      ),
    );
}

function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text))
    throw new InvalidArgumentError("It must be a whole number, in the smallest unit of the currency.");
  return Number(text);
}

function percentOrNone(text: string): { basisPoints: number | null } {
  if (text === "none") return { basisPoints: null };
  if (!/^(100|\d{1,2}(\.\d{1,2})?)$/.test(text)) throw new InvalidArgumentError("It must be a percentage, such as 25.");
  return { basisPoints: Math.round(Number(text) * 100) };
}

function present(terms: { [Term in keyof Terms]: Terms[Term] | undefined }): Partial<Terms> {
  return Object.fromEntries(Object.entries(terms).filter(([, value]) => value !== undefined));
}
