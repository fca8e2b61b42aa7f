import type { SharedReason } from "#lib/core/reasons.ts";
import type { Wording } from "#lib/core/wording.ts";
import type { SignInReason } from "./reasons.ts";

export const SIGN_IN_WORDING = {
  session_unknown: {
    page: { heading: "This browser is already signed out" },
    command: "That browser is already signed out.",
  },
} as const satisfies Record<Exclude<SignInReason, SharedReason>, Wording>;
