import type { SharedReason, Wording } from "#lib/core/wording.ts";

export const RETENTION_WORDING = {
  subscription_active: {
    page: {
      heading: "The subscription at Stripe is still active",
      text: "End it on the Billing page first. Otherwise Stripe goes on charging.",
    },
  },
  user_unknown: {
    command: "Nobody here has that address.",
  },
  sole_owner: {
    command:
      "This person is the only owner of {organizations}. Make somebody else an owner (`ageway owner add`), or have it deleted first.",
  },
  owner_login_missing: {
    command:
      "Only the owner of the tables can do that. Set DATABASE_OWNER_URL to the address that signs in as that owner.",
  },
  servers_connected: {
    command:
      "Servers have {connections} connections to this database. Stop every one first: they would go on under the old epoch.",
  },
  tables_in_use: {
    command:
      "Another session uses the tables that this would change: {sessions}. Wait until it ends, such as a dump, or end it: `SELECT pg_terminate_backend({pid})`. Nothing was changed.",
  },
} as const satisfies Record<string, Wording>;

export type RetentionReason = keyof typeof RETENTION_WORDING | SharedReason;
