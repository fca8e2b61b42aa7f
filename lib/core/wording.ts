import type { Unauthorized } from "./authorize.ts";

/** `field`: the form’s field that it is about; the field shows the heading too. */
export type OnPage = { heading: string; text?: string; field?: string; signIn?: true };

/**
 * `page`: for a member. `command`: for the operator, where the words of the page do not serve. Names in braces stand for facts of
 * the refusal.
 */
export type Wording = { page: OnPage; command?: string } | { page?: never; command: string };

export const SHARED_WORDING = {
  organization_unknown: {
    page: { heading: "This organization does not exist, or you are no longer a member" },
    command: "No such organization. `ageway organization list` shows all of them with their ids.",
  },
  not_allowed: {
    page: {
      heading: "Your role does not allow this",
      text: "The Team page shows who can do this, and who can change your role.",
    },
  },
  sign_in_again: {
    page: {
      heading: "Please sign in again first",
      text: "This needs a sign-in within the last ten minutes, so that an unlocked computer is not enough. What you entered stays here.",
      signIn: true,
    },
  },
  name_differs: { page: { heading: "Type the name exactly as shown above the field", field: "typed" } },
  email_invalid: {
    page: { heading: "Enter one e-mail address, such as you@shop.example", field: "email" },
    command: "That is not a single plain e-mail address.",
  },
  keys_missing: {
    page: { heading: "Billing records cannot be written here" },
    command: "Set AGEWAY_KEYS to the server’s keys: the command signs what it writes to the ledger with them.",
  },
} as const satisfies Record<Unauthorized, Wording> & Record<string, Wording>;

/** Reasons that verbs of several rooms refuse with. */
export type SharedReason = keyof typeof SHARED_WORDING;
