import type { SharedReason, Wording } from "#lib/core/wording.ts";

export const SIGN_IN_WORDING = {
  session_unknown: { page: { heading: "This browser is already signed out" } },
} as const satisfies Record<string, Wording>;

export type SignInReason = keyof typeof SIGN_IN_WORDING | SharedReason;
