import type { Unauthorized } from "./authorize.ts";

/** Reasons that verbs of several rooms refuse with. */
export type SharedReason = Unauthorized | "name_differs" | "email_invalid" | "keys_missing";
