import type { SharedReason, Wording } from "#lib/core/wording.ts";

export const RETENTION_WORDING = {
  subscription_active: {
    page: {
      heading: "The subscription at Stripe is still active",
      text: "End it on the Billing page first. Otherwise Stripe goes on charging.",
    },
    command: "Stripe still charges for it. End the subscription there first.",
  },
  user_unknown: {
    page: { heading: "No member has this e-mail address" },
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
} as const satisfies Record<string, Wording>;

export type RetentionReason = keyof typeof RETENTION_WORDING | SharedReason;
