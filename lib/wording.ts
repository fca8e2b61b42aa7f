import type { BillingReason } from "./billing/reasons.ts";
import type { Refused } from "./core/result.ts";
import type { DomainReason } from "./domains/reasons.ts";
import type { KeyReason } from "./keys/reasons.ts";
import type { OrganizationReason } from "./organizations/reasons.ts";
import type { RetentionReason } from "./retention/reasons.ts";
import type { ShopDoctorReason } from "./shop-doctor/reasons.ts";
import type { SignInReason } from "./sign-in/reasons.ts";
import type { TestCheckReason } from "./verification/reasons.ts";

/** The reasons of all verbs of members and of the operator. */
type Reason =
  | BillingReason
  | DomainReason
  | KeyReason
  | OrganizationReason
  | RetentionReason
  | ShopDoctorReason
  | SignInReason
  | TestCheckReason;

/** `field`: the form’s field that it is about; the field shows the heading too. */
type OnPage = { heading: string; text?: string; field?: string; signIn?: true };

/** `page`: for a member. `command`: for the operator. Names in braces stand for facts of the refusal. */
type Wording = { page: OnPage; command: string };

const WORDING = {
  organization_unknown: {
    page: { heading: "This organization does not exist, or you are no longer a member" },
    command: "No such organization. `ageway organization list` shows all of them with their ids.",
  },
  not_allowed: {
    page: {
      heading: "Your role does not allow this",
      text: "The Team page shows who can do this, and who can change your role.",
    },
    command: "Your role in this organization does not allow that.",
  },
  sign_in_again: {
    page: {
      heading: "Please sign in again first",
      text: "This needs a sign-in within the last ten minutes, so that an unlocked computer is not enough. What you entered stays here.",
      signIn: true,
    },
    command: "That needs a sign-in within the last ten minutes.",
  },
  name_invalid: {
    page: { heading: "Enter a name of 1 to 80 characters", field: "name" },
    command: "The name must have 1 to 80 characters and no control characters.",
  },
  too_many_organizations: {
    page: { heading: "You already own ten organizations", text: "Delete one first, or make somebody else its owner." },
    command: "A person can own at most ten organizations.",
  },
  too_many_keys: {
    page: { heading: "You already have 200 keys", text: "Use one of them and change its label." },
    command: "An organization can have at most 200 keys, including revoked ones.",
  },
  too_many_domains: {
    page: { heading: "You already have 100 domains", text: "Remove those that you do not use." },
    command: "An organization can have at most 100 domains.",
  },
  name_differs: {
    page: { heading: "Type the name exactly as shown above the field", field: "typed" },
    command: "That is not the name, character for character.",
  },
  email_invalid: {
    page: { heading: "Enter one e-mail address, such as you@shop.example", field: "email" },
    command: "That is not a single plain e-mail address.",
  },
  last_owner: {
    page: { heading: "This is the last owner", text: "Make somebody else an owner first." },
    command: "That is the last owner. Make somebody else an owner first.",
  },
  member_unknown: {
    page: { heading: "This person is no longer a member", text: "Reload the page to see the current members." },
    command: "No such member. `ageway member list <organization>` shows all of them with their ids.",
  },
  already_member: {
    page: { heading: "This person is already a member", field: "email" },
    command: "That person is already a member of this organization.",
  },
  too_many_invitations: {
    page: {
      heading: "You have sent too many invitations",
      text: "At most 20 can be open at a time, and 50 can be sent in a day. Cancel some, or continue tomorrow.",
    },
    command: "At most 20 invitations can be open at a time, and 50 can be sent in a day.",
  },
  invitation_unknown: {
    page: { heading: "This invitation no longer works", text: "Ask the person who invited you for a new one." },
    command: "That invitation no longer works.",
  },
  other_address: {
    page: { heading: "This invitation is for another e-mail address", text: "Sign in with that address." },
    command: "That invitation is for another e-mail address.",
  },
  session_unknown: {
    page: { heading: "This browser is already signed out" },
    command: "That browser is already signed out.",
  },
  key_unknown: {
    page: { heading: "This key does not exist" },
    command: "No such plugin key. `ageway key list <organization>` shows all of them.",
  },
  key_ended: {
    page: {
      heading: "This key has ended or is already being replaced",
      text: "Reload the page to see when it ends.",
    },
    command: "That key has ended or is already being replaced. `ageway key list <organization>` shows when it ends.",
  },
  key_stays_open: {
    page: { heading: "Only live keys can be locked", text: "A test key costs nothing, so it needs no lock." },
    command: "Only live keys can be locked: a test key costs nothing.",
  },
  too_many_secrets: {
    page: { heading: "This key already has two secrets", text: "Revoke the one that your servers no longer use." },
    command: "The key already has two secrets. Revoke one first: `ageway key secrets <key>` shows them.",
  },
  secret_unknown: {
    page: { heading: "This secret is already revoked" },
    command: "The key has no such secret. `ageway key secrets <key>` shows them with their ids.",
  },
  secret_missing: {
    page: { heading: "This key has no secret yet", text: "Create one and put it into your backend first." },
    command: "The key has no secret yet. Create one first: `ageway key secret <key>`.",
  },
  last_secret: {
    page: { heading: "This is the key’s last secret", text: "Create another one first, or unlock the key." },
    command: "That is the key’s last secret. Create another one first, or unlock the key.",
  },
  label_invalid: {
    page: { heading: "Enter a label of at most 80 characters", field: "label" },
    command: "The label can have at most 80 characters and no control characters.",
  },
  limit_invalid: {
    page: { heading: "Enter a whole number from 1 to 10,000,000, or leave the field empty", field: "limit" },
    command: "A limit is a whole number from 1 to 10,000,000, or none.",
  },
  brake_invalid: {
    page: { heading: "Write a whole number from 1 to 10,000,000, or leave the brake empty", field: "brake" },
    command: "A brake is a whole number from 1 to 10,000,000, or none.",
  },
  fallback_invalid: {
    page: { heading: "Enter a whole address, such as https://shop.example/without-eid, or nothing", field: "fallback" },
    command: "That is not an address that visitors can be sent to. Write it whole, with https://.",
  },
  fallback_not_verified: {
    page: {
      heading: "That page is not on one of your verified domains",
      text: "Verify its host on the Domains page first.",
      field: "fallback",
    },
    command: "The host of that page is not a verified domain of the organization.",
  },
  limit_above_plan: {
    page: {
      heading: "Your plan does not allow such a high limit",
      text: "Ask the operator of this service for a higher one.",
      field: "limit",
    },
    command: "That is more than the plan or the instance allows.",
  },
  host_invalid: {
    page: { heading: "Enter a host such as shop.example, or a link to your shop", field: "host" },
    command:
      "That is not a host that visitors can return to. Write it without https:// and path, such as shop.example.",
  },
  host_is_shared: {
    page: {
      heading: "Other people have names below this host, so nobody can prove it",
      text: "Add a host of your own.",
      field: "host",
    },
    command: "Other people have names below that host, so nobody can prove it. Name a host of the shop’s own.",
  },
  host_is_reserved: {
    page: {
      heading: "Nobody can own this name on the internet",
      text: "Add a host of your own. On your own computer or network, use a test key.",
      field: "host",
    },
    command: "Nobody can own that name on the internet. Name a host of the shop’s own, or verify it manually.",
  },
  domain_unknown: {
    page: { heading: "This domain is no longer here", text: "Reload the page to see your domains." },
    command: "This organization has no such domain. `ageway domain list <organization>` shows all of them.",
  },
  domain_verified_manually: {
    page: { heading: "The operator verified this domain", text: "Only the operator can change it." },
    command: "The operator verified that host, so it needs no proof. Remove it first to claim it.",
  },
  domain_verified: {
    page: { heading: "This domain is already verified", text: "Remove it first to verify it in another way." },
    command: "That host is already verified, in the other way. Remove it first to verify it again.",
  },
  subdomains_need_dns: {
    page: {
      heading: "Sub-domains need a DNS record",
      text: "A file proves one host only. Choose the DNS record, or leave out the sub-domains.",
      field: "method",
    },
    command: "A file proves one host only. Sub-domains need a DNS record.",
  },
  test_key_missing: {
    page: { heading: "You have no working test key", text: "Create one on the Keys page." },
    command: "There is no working test key.",
  },
  test_check_refused: {
    page: { heading: "The test check could not be started", text: "Try again in a minute." },
    command: "The test check could not be started.",
  },
  return_page_invalid: {
    page: { heading: "The return page is not an address of a page", text: "Write it in full, with https://." },
    command: "The return page is not an address of a page.",
  },
  return_page_not_yours: {
    page: {
      heading: "The return page is not on a host of yours",
      text: "Use a verified domain, or a page on your own machine such as http://localhost:8080/.",
    },
    command: "The return page is not on a host of yours.",
  },
  shop_page_invalid: {
    page: { heading: "Enter the whole address of your shop’s page, with https://", field: "page" },
    command: "That is not the address of a page of a shop. Write it in full, with https://.",
  },
  start_invalid: {
    page: {
      heading: "This selector cannot be read",
      text: "Use a name, #id, .class or [attribute=value], or up to three of these, as in “form.age > button”.",
      field: "start",
    },
    command:
      "The selector of the start cannot be read. Use a name, #id, .class or [attribute=value], or up to three of these, as in “form.age > button”.",
  },
  shop_not_yours: {
    page: {
      heading: "This page is not on a verified domain of yours",
      text: "The doctor walks only shops that you have proven to be yours. Verify the host on the Domains page first.",
      field: "page",
    },
    command: "The page is not on a verified domain of the organization.",
  },
  shop_on_own_machine: {
    page: {
      heading: "We cannot reach a page on your own machine from here",
      text: "Walk it there, with npx @ageway/doctor and the same key: the documentation shows how.",
      field: "page",
    },
    command: "A page on this machine is walked by `npx @ageway/doctor`.",
  },
  shop_port_refused: {
    page: {
      heading: "The doctor does not walk this port",
      text: "Use the port of https, 443, or one from 1024 on.",
      field: "page",
    },
    command: "The port must be 443 or from 1024 on.",
  },
  doctor_key_missing: {
    page: {
      heading: "This test key does not work",
      text: "Choose one that is neither paused nor ended.",
      field: "key",
    },
    command: "That is no test key of the organization that works.",
  },
  run_unknown: {
    page: { heading: "This run does not exist", text: "Runs are kept for 30 days." },
    command: "No such run. Runs are kept for 30 days.",
  },
  run_expired: {
    page: { heading: "The address of this run has ended", text: "Prepare a new one, and point your shop at it." },
    command: "The address of that run has ended.",
  },
  too_many_runs: {
    page: { heading: "The doctor has walked your shops twelve times in an hour", text: "Try again in an hour." },
    command: "The doctor walks the shops of an organization twelve times an hour at most.",
  },
  invoice_unknown: {
    page: { heading: "This invoice does not exist" },
    command: "No such invoice. `ageway invoice list` shows all of them.",
  },
  invoice_credited: {
    page: { heading: "This invoice was already credited" },
    command: "That invoice was already credited.",
  },
  month_not_over: {
    page: { heading: "This month is not over yet" },
    command: "That month is not over yet, by the database’s clock.",
  },
  seller_missing: {
    page: { heading: "The operator has not named a seller for invoices" },
    command: "Name the seller first: its name and address in INVOICE_SELLER.",
  },
  keys_missing: {
    page: { heading: "Billing records cannot be written here" },
    command: "Set AGEWAY_KEYS to the server’s keys: the command signs what it writes to the ledger with them.",
  },
  event_unknown: {
    page: { heading: "This billed check does not exist" },
    command: "No such billing event. `ageway ledger list <organization>` shows all of them.",
  },
  reason_missing: {
    page: { heading: "Enter a reason of 1 to 200 characters", field: "reason" },
    command: "Give a reason of 1 to 200 characters. It stays in the ledger for good.",
  },
  plan_unknown: {
    page: { heading: "This plan is no longer offered", text: "Reload the page to see the plans." },
    command: "No such plan. `ageway plan list` shows all of them.",
  },
  plan_changed: {
    page: {
      heading: "This plan has changed since you opened its review",
      text: "Nothing was agreed. Reload the page to review the new terms.",
    },
    command: "The plan has changed since its review.",
  },
  currency_fixed: {
    page: {
      heading: "Your currency can no longer change",
      text: "Something was already billed in it. Choose a plan in the same currency, or create another organization.",
    },
    command: "Something was already billed in the old currency, so it cannot change. Create another organization.",
  },
  plan_not_for_sale: {
    page: { heading: "This plan cannot be bought here", text: "Ask the operator of this service for it." },
    command: "Stripe does not sell that plan. `ageway plan list` shows the plans with their Stripe prices.",
  },
  payments_unavailable: {
    page: { heading: "The payment service does not answer", text: "Try again in a minute." },
    command: "Stripe did not answer, or refused. The log has the details.",
  },
  no_payment_account: {
    page: { heading: "You have not paid through Stripe yet", text: "Choose a plan first." },
    command: "This organization has never paid through Stripe.",
  },
  subscription_waits: {
    page: {
      heading: "The subscription is paused, or a payment is due",
      text: "Ask the operator of this service what to do.",
    },
    command: "That subscription is paused, or a payment is due.",
  },
  subscription_active: {
    page: {
      heading: "The subscription at Stripe is still active",
      text: "End it on the Billing page first. Otherwise Stripe goes on charging.",
    },
    command: "Stripe still charges for it. End the subscription there first.",
  },
  paid_elsewhere: {
    page: { heading: "Stripe manages your payments", text: "Use its page to change or end the subscription." },
    command: "Stripe manages the payments. Change or end the subscription there.",
  },
  cap_invalid: {
    page: { heading: "Enter an amount such as 250 or 250.00", field: "cap" },
    command: "The cap is a whole number of the smallest unit, such as cents.",
  },
  terms_invalid: {
    page: { heading: "These terms are not valid" },
    command:
      "Prices and the cap are whole numbers of the smallest unit, such as cents; the currency is an ISO 4217 code, such as EUR.",
  },
  terms_incomplete: {
    page: { heading: "Choose a plan first" },
    command: "The first terms need --status, --currency, --price-s and --price-b.",
  },
  time_zone_invalid: {
    page: { heading: "Choose a time zone from the list", field: "timeZone" },
    command: "That is not a time zone. Write it like Europe/Copenhagen, or UTC.",
  },
  legal_address_invalid: {
    page: { heading: "Enter an address of at most 500 characters on 8 lines", field: "legalAddress" },
    command: "The address can have at most 500 characters on 8 lines, and no control characters.",
  },
  vat_number_invalid: {
    page: { heading: "Enter a VAT number such as DK12345678", field: "vatNumber" },
    command: "A VAT number has 3 to 30 letters, digits, spaces, dots and hyphens.",
  },
  accent_invalid: {
    page: { heading: "Enter a colour such as #7a1f2b", field: "accent" },
    command: "That is not a colour. Write it like #7a1f2b, in quotes, or none.",
  },
  accent_too_light: {
    page: {
      heading: "White text cannot be read on this colour",
      text: "Its contrast is {contrast} : 1, and 4.5 : 1 is needed. The nearest colour that passes is {nearest}.",
      field: "accent",
    },
    command: "White text cannot be read on {accent} ({contrast} : 1). The nearest colour that passes is {nearest}.",
  },
  logo_too_heavy: {
    page: { heading: "The logo is larger than 64 KB", text: "Save it smaller.", field: "logo" },
    command: "The logo can have at most 64 KB.",
  },
  logo_unknown: {
    page: {
      heading: "This file is not a PNG, JPEG or WebP picture",
      text: "Save the logo as one of these.",
      field: "logo",
    },
    command: "That file is not a PNG, JPEG or WebP picture.",
  },
  user_unknown: {
    page: { heading: "Nobody here has this address" },
    command: "Nobody here has that address.",
  },
  sole_owner: {
    page: { heading: "This person is the only owner of an organization" },
    command:
      "This person is the only owner of {organizations}. Make somebody else an owner (`ageway owner add`), or have it deleted first.",
  },
  owner_login_missing: {
    page: { heading: "Only the owner of the database tables can do this" },
    command:
      "Only the owner of the tables can do that. Set DATABASE_OWNER_URL to the address that signs in as that owner.",
  },
  servers_connected: {
    page: { heading: "Servers are connected to this database" },
    command:
      "Servers have {connections} connections to this database. Stop every one first: they would go on under the old epoch.",
  },
  tables_in_use: {
    page: { heading: "Somebody else uses the tables" },
    command:
      "Another session uses the tables that this would change: {sessions}. Wait until it ends, such as a dump, or end it: `SELECT pg_terminate_backend({pid})`. Nothing was changed.",
  },
  logo_too_large: {
    page: {
      heading: "The logo is larger than 2,000 pixels",
      text: "Make it smaller in both directions.",
      field: "logo",
    },
    command: "The logo can have at most 2,000 pixels in each direction.",
  },
} as const satisfies Record<Reason, Wording>;

/** `fields`: the problem of each field, by the field’s name. */
type RefusalText = { heading: string; text?: string; signIn?: true; fields: Record<string, string> };

/** A refusal in the words of the dashboard. */
export function wordsOf(refused: Refused<Reason>): RefusalText {
  const { heading, text, field, signIn }: OnPage = WORDING[refused.reason].page;
  return {
    heading,
    ...(text !== undefined && { text: filled(text, refused) }),
    ...(signIn && { signIn }),
    fields: field ? { [field]: heading } : {},
  };
}

/** A refusal in the words of the command. */
export function adviceOf(refused: Refused<Reason>): string {
  return filled(WORDING[refused.reason].command, refused);
}

function filled(words: string, facts: object): string {
  return words.replace(/\{(\w+)\}/g, (_, name) => String((facts as Record<string, unknown>)[name]));
}
