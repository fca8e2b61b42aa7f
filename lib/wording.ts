import type { BillingReason } from "./billing/reasons.ts";
import type { Refused } from "./core/result.ts";
import type { DomainReason } from "./domains/reasons.ts";
import type { KeyReason } from "./keys/reasons.ts";
import type { OrganizationReason } from "./organizations/reasons.ts";
import type { RetentionReason } from "./retention/reasons.ts";
import type { SignInReason } from "./sign-in/reasons.ts";
import type { TestCheckReason } from "./verification/reasons.ts";

/** The reasons of all verbs of members and of the operator. */
type Reason =
  | BillingReason
  | DomainReason
  | KeyReason
  | OrganizationReason
  | RetentionReason
  | SignInReason
  | TestCheckReason;

/** `field`: the form's field that it is about; the field shows the heading too. */
type OnPage = { heading: string; text?: string; field?: string; signIn?: true };

/** `page`: for a member. `command`: for the operator. Names in braces stand for facts of the refusal. */
type Wording = { page: OnPage; command: string };

const WORDING = {
  organization_unknown: {
    page: { heading: "This organization is not there, or you are no member of it any more" },
    command: "There is no such organization. `ageway organization list` shows them with their ids.",
  },
  not_allowed: {
    page: {
      heading: "Your role does not allow this",
      text: "The Team page shows who can do it, and who can change your role.",
    },
    command: "Your role in this organization does not allow that.",
  },
  sign_in_again: {
    page: {
      heading: "Please sign in again first",
      text: "This asks for a sign-in of the last ten minutes, so that an open laptop is not enough. What you typed stays here.",
      signIn: true,
    },
    command: "That needs a sign-in of the last ten minutes.",
  },
  name_invalid: {
    page: { heading: "Write a name of 1 to 80 characters", field: "name" },
    command: "The name must have 1 to 80 characters and no control characters.",
  },
  too_many_organizations: {
    page: {
      heading: "You own ten organizations already",
      text: "Delete one first, or let somebody else own it.",
    },
    command: "One person may own ten organizations at most.",
  },
  too_many_keys: {
    page: {
      heading: "There are two hundred keys already",
      text: "Use one of them: a key can have another label.",
    },
    command: "An organization has two hundred keys at most, those included that were revoked.",
  },
  too_many_domains: {
    page: { heading: "There are a hundred domains already", text: "Remove those that you do not use." },
    command: "An organization has a hundred domains at most.",
  },
  name_differs: {
    page: { heading: "Type the name exactly as it stands above the field", field: "typed" },
    command: "That is not its name, to the letter.",
  },
  email_invalid: {
    page: { heading: "Write one plain e-mail address, such as you@shop.example", field: "email" },
    command: "That is not one plain e-mail address.",
  },
  last_owner: {
    page: {
      heading: "This is the last owner",
      text: "Make somebody else an owner first, so that somebody can decide.",
    },
    command: "That is the last owner: make somebody else an owner first.",
  },
  member_unknown: {
    page: { heading: "They are no member any more", text: "Reload the page to see who is." },
    command: "There is no such member. `ageway member list <organization>` shows them with their ids.",
  },
  already_member: {
    page: { heading: "They are a member already", field: "email" },
    command: "They are a member of this organization already.",
  },
  too_many_invitations: {
    page: {
      heading: "That is a lot of invitations",
      text: "At most 20 may be open at a time, and 50 be sent in a day. Take some back, or go on tomorrow.",
    },
    command: "At most 20 invitations may be open at a time, and 50 be sent in a day.",
  },
  invitation_unknown: {
    page: {
      heading: "This invitation does not work any more",
      text: "Ask whoever invited you for a new one.",
    },
    command: "There is no such invitation any more.",
  },
  other_address: {
    page: { heading: "This invitation is for another e-mail address", text: "Sign in with that address." },
    command: "That invitation is for another e-mail address.",
  },
  session_unknown: {
    page: { heading: "That browser is signed out already" },
    command: "That browser is not signed in any more.",
  },
  key_unknown: {
    page: { heading: "There is no such key" },
    command: "There is no such plugin key. `ageway key list <organization>` shows them.",
  },
  key_ended: {
    page: {
      heading: "This key was revoked, or is being replaced already",
      text: "Reload the page to see when it ends.",
    },
    command: "That key was revoked, or is being replaced already. `ageway key list <organization>` shows when it ends.",
  },
  key_stays_open: {
    page: { heading: "Only live keys are locked", text: "A test key costs nothing." },
    command: "Only live keys are locked: a test key costs nothing.",
  },
  too_many_secrets: {
    page: { heading: "This key has two secrets already", text: "Revoke the one that nothing uses any more." },
    command: "The key has two secrets already. Revoke one first: `ageway key secrets <key>` shows them.",
  },
  secret_unknown: {
    page: { heading: "This secret is revoked already" },
    command: "The key has no such secret. `ageway key secrets <key>` shows them with their ids.",
  },
  last_secret: {
    page: {
      heading: "This is the key’s last secret",
      text: "Make another one first, or unlock the key.",
    },
    command: "That is its last secret. Make another first, or unlock the key.",
  },
  label_invalid: {
    page: { heading: "Write a label of at most 80 characters", field: "label" },
    command: "The label may have 80 characters at most and no control characters.",
  },
  limit_invalid: {
    page: { heading: "Write a whole number from 1 to 10,000,000, or leave the field empty", field: "limit" },
    command: "A limit is a whole number from 1 to 10,000,000, or none.",
  },
  brake_invalid: {
    page: { heading: "Write a whole number from 1 to 10,000,000, or leave the brake empty", field: "brake" },
    command: "A brake is a whole number from 1 to 10,000,000, or none.",
  },
  limit_above_plan: {
    page: {
      heading: "That is more than your plan allows",
      text: "Ask the operator of this service for a higher limit.",
      field: "limit",
    },
    command: "That is more than the plan or the instance allows.",
  },
  host_invalid: {
    page: { heading: "Write a host such as shop.example, without https:// and without a path", field: "host" },
    command: "That is not a host that a visitor can be sent back to: write it bare, like shop.example.",
  },
  host_is_shared: {
    page: {
      heading: "Strangers have names of their own below that one, so nobody can prove it",
      text: "Name a host of your own.",
      field: "host",
    },
    command: "Strangers have names of their own below that one, so nobody can prove it. Name a host of the shop's.",
  },
  host_is_reserved: {
    page: {
      heading: "Nobody owns names like this one on the internet, so nobody can prove it",
      text: "Name a host of your own. On your own machine and network, use a test key.",
      field: "host",
    },
    command:
      "Nobody owns names like that one on the internet, so nobody can prove it. Name a host of the shop's, or verify it manually.",
  },
  domain_unknown: {
    page: { heading: "This domain is not there any more", text: "Reload the page to see which are." },
    command: "This organization has no such domain. `ageway domain list <organization>` shows them.",
  },
  domain_verified_manually: {
    page: { heading: "The operator verified this domain", text: "Nothing about it is yours to change." },
    command: "The operator verified that host, so it needs no proof. Remove it first to claim it.",
  },
  domain_verified: {
    page: { heading: "This domain is verified already", text: "Remove it first to prove it in another way." },
    command: "That host is verified already, in the other way. Remove it first to prove it anew.",
  },
  subdomains_need_dns: {
    page: {
      heading: "Sub-domains need a DNS record",
      text: "A file proves one host only. Choose the DNS record, or leave the sub-domains out.",
      field: "method",
    },
    command: "A file proves one host. Only a DNS record proves what is below it too.",
  },
  test_key_missing: {
    page: { heading: "There is no test key that works", text: "Make one on the Keys page." },
    command: "There is no test key that works.",
  },
  test_check_refused: {
    page: { heading: "No test check can be started just now", text: "Try again in a minute." },
    command: "No test check can be started just now.",
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
  invoice_unknown: {
    page: { heading: "There is no such invoice" },
    command: "There is no such invoice. `ageway invoice list` shows them.",
  },
  invoice_credited: {
    page: { heading: "This invoice was credited already" },
    command: "That invoice was credited already.",
  },
  month_not_over: {
    page: { heading: "That month is not over yet" },
    command: "That month is not over yet, by the database's clock.",
  },
  seller_missing: {
    page: { heading: "Nobody is named yet who sells" },
    command: "Say first who sells: a name and an address in INVOICE_SELLER.",
  },
  keys_missing: {
    page: { heading: "Nothing can be written to the ledger here" },
    command: "Give the command the server's AGEWAY_KEYS: what it writes to the ledger is signed with them.",
  },
  event_unknown: {
    page: { heading: "There is no such event" },
    command: "There is no such event. `ageway ledger list <organization>` shows them.",
  },
  reason_missing: {
    page: { heading: "Say why, in 1 to 200 characters", field: "reason" },
    command: "Say why, in 1 to 200 characters: it stands in the ledger for good.",
  },
  plan_unknown: {
    page: { heading: "This plan is not offered any more", text: "Reload the page to see which are." },
    command: "There is no such plan. `ageway plan list` shows them.",
  },
  plan_changed: {
    page: { heading: "This plan has changed", text: "Nothing was agreed. Read the new terms below, then press again." },
    command: "The plan has changed since its review.",
  },
  currency_fixed: {
    page: {
      heading: "Something was billed in your currency already, so it stays",
      text: "Choose a plan in the same currency, or make another organization.",
    },
    command: "Something was billed in the old currency already, so it stays. Make another organization.",
  },
  plan_not_for_sale: {
    page: {
      heading: "This plan cannot be paid for here",
      text: "Ask the operator of this service for it.",
    },
    command: "Stripe sells no such plan. `ageway plan list` shows its prices there.",
  },
  payments_unavailable: {
    page: {
      heading: "The payment service does not answer",
      text: "Try again in a minute.",
    },
    command: "Stripe did not answer, or said no: the log knows which.",
  },
  no_payment_account: {
    page: { heading: "Nothing was paid here yet", text: "Choose a plan first." },
    command: "Nothing was ever paid through Stripe.",
  },
  subscription_waits: {
    page: {
      heading: "The subscription waits for a payment, or is paused",
      text: "Ask the operator of this service how it goes on.",
    },
    command: "That subscription waits for a payment, or is paused.",
  },
  subscription_active: {
    page: {
      heading: "The subscription at Stripe is still running",
      text: "End it on the Billing page first: Stripe would go on charging for it.",
    },
    command: "Stripe charges for it still. End the subscription there first.",
  },
  paid_elsewhere: {
    page: { heading: "Payments are Stripe's", text: "Use its pages to change or end the subscription." },
    command: "Stripe takes the payments: its pages change the subscription.",
  },
  cap_invalid: {
    page: { heading: "Write an amount such as 250 or 250.00", field: "cap" },
    command: "The cap is a whole number of minor units.",
  },
  terms_invalid: {
    page: { heading: "These terms do not hold" },
    command: "Prices and cap are whole numbers of minor units, the currency a code of ISO 4217, such as EUR.",
  },
  terms_incomplete: {
    page: { heading: "Some of the terms are missing" },
    command: "The first terms need --status, --currency, --price-s and --price-b.",
  },
  time_zone_invalid: {
    page: { heading: "Choose a time zone of the list", field: "timeZone" },
    command: "That is no time zone: write it like Europe/Copenhagen, or UTC.",
  },
  legal_address_invalid: {
    page: { heading: "The address may have 500 characters on 8 lines at most", field: "legalAddress" },
    command: "The address may have 500 characters on 8 lines at most, and no control characters.",
  },
  vat_number_invalid: {
    page: { heading: "Enter a VAT number such as DK12345678", field: "vatNumber" },
    command: "The VAT number may have 3 to 30 letters, digits, spaces, dots and hyphens.",
  },
  accent_invalid: {
    page: { heading: "Write a colour such as #7a1f2b", field: "accent" },
    command: "That is not a colour: write it like #7a1f2b, in quotes, or none.",
  },
  accent_too_light: {
    page: {
      heading: "White text cannot be read on this colour",
      text: "The contrast is {contrast}, and 4.5 is needed. The nearest that passes is {nearest}.",
      field: "accent",
    },
    command: "White text cannot be read on {accent} ({contrast} : 1). The nearest that passes is {nearest}.",
  },
  logo_too_heavy: {
    page: { heading: "The logo may have 64 KB at most", text: "Save it smaller.", field: "logo" },
    command: "The logo may have 64 KB at most: make it smaller.",
  },
  logo_unknown: {
    page: { heading: "Visitors cannot be shown this file", text: "Save it as PNG, JPEG or WebP.", field: "logo" },
    command: "That is no picture that visitors can be shown: save it as PNG, JPEG or WebP.",
  },
  user_unknown: {
    page: { heading: "Nothing here is of that address" },
    command: "Nothing here is of that address.",
  },
  sole_owner: {
    page: { heading: "They are the only owner of an organization" },
    command:
      "They are the only owner of {organizations}. Make somebody else an owner (`ageway owner add`), or have it deleted first.",
  },
  owner_login_missing: {
    page: { heading: "Only the owner of the tables can do that" },
    command:
      "Only the owner of the tables may do that: set DATABASE_OWNER_URL to the address at which that login comes.",
  },
  servers_connected: {
    page: { heading: "Servers are connected to this database" },
    command:
      "Servers have {connections} connections to this database. Stop every one first: they would go on under the old epoch.",
  },
  tables_in_use: {
    page: { heading: "Somebody else uses the tables" },
    command:
      "Another session uses the tables that this would change: {sessions}. Wait until it ends, such as a dump, or end it: SELECT pg_terminate_backend({pid}). Nothing was changed.",
  },
  logo_too_large: {
    page: { heading: "The logo may have 2,000 pixels at most in either direction", field: "logo" },
    command: "The logo may have 2,000 pixels at most in either direction: make it smaller.",
  },
} as const satisfies Record<Reason, Wording>;

/** `fields`: the problem of each field, by the field's name. */
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
