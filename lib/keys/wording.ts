import type { SharedReason, Wording } from "#lib/core/wording.ts";

export const KEY_WORDING = {
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
  too_many_keys: {
    page: { heading: "You already have 200 keys", text: "Use one of them and change its label." },
    command: "An organization can have at most 200 keys, including revoked ones.",
  },
  too_many_secrets: {
    page: { heading: "This key already has two secrets", text: "Revoke the one that your servers no longer use." },
    command: "The key already has two secrets. Revoke one first: `ageway key secrets <key>` shows them.",
  },
  secret_unknown: {
    page: { heading: "This secret is already revoked" },
    command: "The key has no such secret. `ageway key secrets <key>` shows them with their ids.",
  },
  last_secret: {
    page: { heading: "This is the key’s last secret", text: "Create another one first, or unlock the key." },
    command: "That is the key’s last secret. Create another one first, or unlock the key.",
  },
  secret_missing: {
    page: { heading: "This key has no secret yet", text: "Create one and put it into your backend first." },
    command: "The key has no secret yet. Create one first: `ageway key secret <key>`.",
  },
  label_invalid: {
    page: { heading: "Enter a label of at most 80 characters, all of them visible", field: "label" },
    command:
      "The label can have at most 80 characters, and none that is invisible, such as a mark for the direction of text.",
  },
  limit_invalid: {
    page: { heading: "Enter a whole number from 1 to 10,000,000, or leave the field empty", field: "limit" },
    command: "A limit is a whole number from 1 to 10,000,000, or none.",
  },
  address_limit_invalid: {
    page: { heading: "Enter a whole number from 1 to 10,000,000, or leave the field empty", field: "addressLimit" },
    command: "A limit is a whole number from 1 to 10,000,000, or none.",
  },
  brake_invalid: {
    page: { heading: "Enter a whole number from 1 to 10,000,000, or leave the field empty", field: "brake" },
    command: "A brake is a whole number from 1 to 10,000,000, or none.",
  },
  fallback_invalid: {
    page: {
      heading: "Enter a full address such as https://shop.example/without-eid, or leave the field empty",
      field: "fallback",
    },
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
  },
} as const satisfies Record<string, Wording>;

export type KeyReason = keyof typeof KEY_WORDING | SharedReason;
