import type { AccountRefusal, Refused } from "#lib/core/change.ts";

/** What the operator can do about a refusal; in braces what the refusal says beside its reason. */
const ADVICE = {
  organization_unknown: "There is no such organization. `ageway organization list` shows them with their ids.",
  name_invalid: "The name must have 1 to 80 characters and no control characters.",
  name_differs: "That is not its name, to the letter.",
  email_invalid: "That is not one plain e-mail address.",
  last_owner: "That is the last owner: make somebody else an owner first.",
  user_unknown: "Nothing here is of that address.",
  sole_owner:
    "They are the only owner of {organizations}. Make somebody else an owner (`ageway owner add`), or have it deleted first.",
  owner_login_missing:
    "Only the owner of the tables changes the audit log: set DATABASE_OWNER_URL to the address at which that login comes.",
  member_unknown: "There is no such member. `ageway member list <organization>` shows them with their ids.",
  already_member: "They are a member of this organization already.",
  too_many_invitations: "At most 20 invitations may be open at a time, and 50 be sent in a day.",
  // Nothing that the operator's command does is refused for these.
  invitation_unknown: "There is no such invitation any more.",
  other_address: "That invitation is for another e-mail address.",
  test_key_missing: "There is no test key that works.",
  test_check_refused: "No test check can be started just now.",
  too_many_organizations: "One person may own ten organizations at most.",
  too_many_keys: "An organization has two hundred keys at most, those included that were revoked.",
  too_many_domains: "An organization has a hundred domains at most.",
  session_unknown: "That browser is not signed in any more.",
  key_unknown: "There is no such plugin key. `ageway key list <organization>` shows them.",
  key_ended: "That key was revoked, or is being replaced already. `ageway key list <organization>` shows when it ends.",
  key_stays_open: "Only live keys are locked: a test key costs nothing.",
  too_many_secrets: "The key has two secrets already. Revoke one first: `ageway key secrets <key>` shows them.",
  secret_unknown: "The key has no such secret. `ageway key secrets <key>` shows them with their ids.",
  last_secret: "That is its last secret. Make another first, or unlock the key.",
  label_invalid: "The label may have 80 characters at most and no control characters.",
  limit_invalid: "A limit is a whole number from 1 to 10,000,000, or none.",
  // The operator may set any.
  limit_above_plan: "That is more than the plan or the instance allows.",
  host_invalid: "That is not a host that a visitor can be sent back to: write it bare, like shop.example.",
  host_is_shared:
    "Strangers have names of their own below that one, so nobody can prove it. Name a host of the shop's.",
  host_is_reserved:
    "Nobody owns names like that one on the internet, so nobody can prove it. Name a host of the shop's, or vouch for it.",
  domain_unknown: "This organization has no such domain. `ageway domain list <organization>` shows them.",
  domain_vouched: "The operator vouches for that host, so there is nothing to prove. Remove it first to claim it.",
  domain_proven: "That host is proven already, in the other way. Remove it first to prove it anew.",
  subdomains_need_dns: "A file proves one host. Only a DNS record proves what is below it too.",
  invoice_unknown: "There is no such invoice. `ageway invoice list` shows them.",
  invoice_credited: "That invoice was taken back already.",
  month_not_over: "That month is not over yet, by the database's clock.",
  seller_missing: "Say first who sells: a name and an address in INVOICE_SELLER.",
  keys_missing: "Give the command the server's AGEWAY_KEYS: what it writes to the ledger is signed with them.",
  event_unknown: "There is no such event. `ageway ledger list <organization>` shows them.",
  reason_missing: "Say why, in 1 to 200 characters: it stands in the ledger for good.",
  plan_unknown: "There is no such plan. `ageway plan list` shows them.",
  currency_fixed: "Something was billed in the old currency already, so it stays. Make another organization.",
  // Stripe's pages are members' alone.
  plan_not_for_sale: "Stripe sells no such plan. `ageway plan list` shows its prices there.",
  payments_unavailable: "Stripe did not answer, or said no: the log knows which.",
  no_payment_account: "Nothing was ever paid through Stripe.",
  subscription_held: "That subscription waits for a payment, or is paused.",
  subscription_lives: "Stripe charges for it still. End the subscription there first.",
  paid_elsewhere: "Stripe takes the payments: its pages change the subscription.",
  cap_invalid: "The cap is a whole number of minor units.",
  terms_invalid: "Prices and cap are whole numbers of minor units, the currency a code of ISO 4217, such as EUR.",
  terms_incomplete: "The first terms need --status, --currency, --price-s and --price-b.",
  // The operator may do everything; these two are for members.
  not_allowed: "Your role in this organization does not allow that.",
  sign_in_again: "That needs a sign-in of the last ten minutes.",
  time_zone_invalid: "That is no time zone: write it like Europe/Copenhagen, or UTC.",
  legal_address_invalid: "The address may have 500 characters on 8 lines at most, and no control characters.",
  accent_invalid: "That is not a colour: write it like #7a1f2b, in quotes, or none.",
  accent_too_light: "White text cannot be read on {accent} ({contrast} : 1). The nearest that passes is {nearest}.",
  logo_too_heavy: "The logo may have 64 KB at most: make it smaller.",
  logo_unknown: "That is no picture that visitors can be shown: save it as PNG, JPEG or WebP.",
  logo_too_large: "The logo may have 2,000 pixels at most in either direction: make it smaller.",
} as const satisfies Record<AccountRefusal, string>;

type Done<Result> = Exclude<Result, { ok: false }>;

/** Waits for what was asked, and says it. `wordsOf`: how what was done reads, where it is more than a list. */
export type Say = <Result extends object>(
  work: Result | Promise<Result>,
  wordsOf?: (done: Done<Result>) => string,
) => Promise<void>;

/** Exit status 0: done. 1: refused or broken, and standard error says what to do. 2: the command was not understood. */
export function answer<Result extends object>(
  result: Result,
  asJson: boolean,
  wordsOf?: (done: Done<Result>) => string,
): void {
  if (isRefusal(result)) {
    const { ok: _, reason, ...facts } = result;
    if (asJson) console.log(JSON.stringify({ error: reason, ...facts }));
    console.error(filled(ADVICE[reason], facts));
    process.exitCode = 1;
    return;
  }
  const facts = factsOf(result);
  if ("told" in facts && "changed" in facts && facts.changed && !facts.told)
    console.error("The owner was added, but the mail could not be sent (SMTP_URL): tell them yourself.");
  if (asJson) console.log(JSON.stringify(facts));
  else if (wordsOf) console.log(wordsOf(result as Done<Result>));
  else console.log(Array.isArray(facts) ? tableOf(facts) : lines(facts));
}

/** A list is said as a list, unless there is more to say than its rows. */
function factsOf(result: object): object {
  const { ok: _, ...facts } = result as { ok?: true; rows?: object[] };
  return facts.rows && Object.keys(facts).length === 1 ? facts.rows : facts;
}

export function sayFault(fault: unknown, asJson: boolean): void {
  const error = fault instanceof Error ? fault : new Error(String(fault));
  const code = [error, error.cause].map((one) => (one as { code?: string } | undefined)?.code).find(Boolean);
  // A query's own message would repeat its parameters.
  console.error(
    code ? `The database did not do it (${code}). Is DATABASE_URL right, and does the server run?` : error.message,
  );
  if (asJson) console.log(JSON.stringify({ error: code ? "database_unavailable" : "configuration_invalid" }));
  process.exitCode = 1;
}

function filled(advice: string, facts: Record<string, unknown>): string {
  return advice.replace(/\{(\w+)\}/g, (_, name) => text(facts[name]));
}

export function tableOf(rows: Record<string, unknown>[]): string {
  const [first] = rows;
  if (!first) return "(none)";
  const names = Object.keys(first);
  const cells = [names, ...rows.map((row) => names.map((name) => text(row[name])))];
  const widths = names.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function lines(facts: object): string {
  return Object.entries(facts)
    .map(([name, value]) =>
      typeof value === "object" && value !== null && !(value instanceof Date)
        ? lines(value)
        : `${name}  ${text(value)}`,
    )
    .join("\n");
}

function text(value: unknown): string {
  if (value === null) return "-";
  return value instanceof Date ? value.toISOString() : String(value);
}

function isRefusal(result: object): result is Refused {
  return "ok" in result && result.ok === false;
}
