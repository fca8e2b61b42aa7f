import type { AccountRefusal, Refused } from "./core/change.ts";

/** `field`: the one of the form that it is about; what it says stands there too. */
type Words = { heading: string; text?: string; field?: string; signIn?: true };

/** What a member can do about a refusal. */
const WORDS = {
  organization_unknown: { heading: "This organization is not there, or you are no member of it any more" },
  not_allowed: {
    heading: "Your role does not allow this",
    text: "The Team page shows who can do it, and who can change your role.",
  },
  sign_in_again: {
    heading: "Please sign in again first",
    text: "This asks for a sign-in of the last ten minutes, so that an open laptop is not enough. What you typed stays here.",
    signIn: true,
  },
  name_invalid: { heading: "Write a name of 1 to 80 characters", field: "name" },
  too_many_organizations: {
    heading: "You own ten organizations already",
    text: "Delete one first, or let somebody else own it.",
  },
  too_many_keys: {
    heading: "There are two hundred keys already",
    text: "Use one of them: a key can have another label.",
  },
  too_many_domains: { heading: "There are a hundred domains already", text: "Remove those that you do not use." },
  name_differs: { heading: "Type the name exactly as it stands above the field", field: "typed" },
  email_invalid: { heading: "Write one plain e-mail address, such as you@shop.example", field: "email" },
  last_owner: {
    heading: "This is the last owner",
    text: "Make somebody else an owner first, so that somebody can decide.",
  },
  member_unknown: { heading: "They are no member any more", text: "Reload the page to see who is." },
  already_member: { heading: "They are a member already", field: "email" },
  too_many_invitations: {
    heading: "That is a lot of invitations",
    text: "At most 20 may be open at a time, and 50 be sent in a day. Take some back, or go on tomorrow.",
  },
  invitation_unknown: {
    heading: "This invitation does not work any more",
    text: "Ask whoever invited you for a new one.",
  },
  other_address: { heading: "This invitation is for another e-mail address", text: "Sign in with that address." },
  session_unknown: { heading: "That browser is signed out already" },
  key_unknown: { heading: "There is no such key" },
  key_ended: {
    heading: "This key was revoked, or is being replaced already",
    text: "Reload the page to see when it ends.",
  },
  key_stays_open: { heading: "Only live keys are locked", text: "A test key costs nothing." },
  too_many_secrets: { heading: "This key has two secrets already", text: "Revoke the one that nothing uses any more." },
  secret_unknown: { heading: "This secret is revoked already" },
  last_secret: {
    heading: "This is the key’s last secret",
    text: "Make another one first, or unlock the key.",
  },
  label_invalid: { heading: "Write a label of at most 80 characters", field: "label" },
  limit_invalid: { heading: "Write a whole number from 1 to 10,000,000, or leave the field empty" },
  limit_above_plan: {
    heading: "That is more than your plan allows",
    text: "Ask the operator of this service for a higher limit.",
    field: "limit",
  },
  host_invalid: { heading: "Write a host such as shop.example, without https:// and without a path", field: "host" },
  host_is_shared: {
    heading: "Strangers have names of their own below that one, so nobody can prove it",
    text: "Name a host of your own.",
    field: "host",
  },
  host_is_reserved: {
    heading: "Nobody owns names like this one on the internet, so nobody can prove it",
    text: "Name a host of your own. On your own machine and network, use a test key.",
    field: "host",
  },
  domain_unknown: { heading: "This domain is not there any more", text: "Reload the page to see which are." },
  domain_vouched: { heading: "The operator vouches for this domain", text: "Nothing about it is yours to change." },
  domain_proven: { heading: "This domain is proven already", text: "Remove it first to prove it in another way." },
  subdomains_need_dns: {
    heading: "Sub-domains need a DNS record",
    text: "A file proves one host only. Choose the DNS record, or leave the sub-domains out.",
    field: "method",
  },
  test_key_missing: { heading: "There is no test key that works", text: "Make one on the Keys page." },
  test_check_refused: { heading: "No test check can be started just now", text: "Try again in a minute." },
  invoice_unknown: { heading: "There is no such invoice" },
  invoice_credited: { heading: "This invoice was taken back already" },
  month_not_over: { heading: "That month is not over yet" },
  seller_missing: { heading: "Nobody is named yet who sells" },
  keys_missing: { heading: "Nothing can be written to the ledger here" },
  event_unknown: { heading: "There is no such event" },
  reason_missing: { heading: "Say why, in 1 to 200 characters", field: "reason" },
  plan_unknown: { heading: "This plan is not offered any more", text: "Reload the page to see which are." },
  currency_fixed: {
    heading: "Something was billed in your currency already, so it stays",
    text: "Choose a plan in the same currency, or make another organization.",
  },
  plan_not_for_sale: {
    heading: "This plan cannot be paid for here",
    text: "Ask the operator of this service for it.",
  },
  payments_unavailable: {
    heading: "The payment service does not answer",
    text: "Try again in a minute.",
  },
  no_payment_account: { heading: "Nothing was paid here yet", text: "Choose a plan first." },
  subscription_held: {
    heading: "The subscription waits for a payment, or is paused",
    text: "Ask the operator of this service how it goes on.",
  },
  subscription_lives: {
    heading: "The subscription at Stripe is still running",
    text: "End it on the Billing page first: Stripe would go on charging for it.",
  },
  paid_elsewhere: { heading: "Payments are Stripe's", text: "Use its pages to change or end the subscription." },
  cap_invalid: { heading: "Write an amount such as 250 or 250.00", field: "cap" },
  terms_invalid: { heading: "These terms do not hold" },
  terms_incomplete: { heading: "Some of the terms are missing" },
  time_zone_invalid: { heading: "Choose a time zone of the list", field: "timeZone" },
  legal_address_invalid: { heading: "The address may have 500 characters on 8 lines at most", field: "legalAddress" },
  accent_invalid: { heading: "Write a colour such as #7a1f2b", field: "accent" },
  accent_too_light: { heading: "White text cannot be read on this colour", field: "accent" },
  logo_too_heavy: { heading: "The logo may have 64 KB at most", text: "Save it smaller.", field: "logo" },
  logo_unknown: { heading: "Visitors cannot be shown this file", text: "Save it as PNG, JPEG or WebP.", field: "logo" },
  // The operator's alone.
  user_unknown: { heading: "Nothing here is of that address" },
  sole_owner: { heading: "They are the only owner of an organization" },
  owner_login_missing: { heading: "Only the owner of the tables can do that" },
  logo_too_large: { heading: "The logo may have 2,000 pixels at most in either direction", field: "logo" },
} as const satisfies Record<AccountRefusal, Words>;

/** `fields`: what was wrong with a field, by its name. */
type Said = { heading: string; text?: string; signIn?: true; fields: Record<string, string> };

export function wordsOf(refused: Refused): Said {
  const words: Words = WORDS[refused.reason];
  const text =
    refused.reason === "accent_too_light"
      ? `The contrast is ${refused.contrast}, and 4.5 is needed. The nearest that passes is ${refused.nearest}.`
      : words.text;
  return {
    heading: words.heading,
    ...(text !== undefined && { text }),
    ...(words.signIn && { signIn: true }),
    fields: words.field ? { [words.field]: words.heading } : {},
  };
}
