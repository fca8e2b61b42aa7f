import type { SharedReason, Wording } from "#lib/core/wording.ts";

export const SIGN_IN_WORDING = {
  session_unknown: { page: { heading: "This browser is already signed out" } },
  code_invalid: { page: { heading: "Enter the six digits of the code", field: "signInCode" } },
  code_wrong: {
    page: { heading: "This code is wrong", text: "Use the newest e-mail. Tries left: {left}.", field: "signInCode" },
  },
  code_dead: {
    page: {
      heading: "This code no longer works",
      text: "A code works once, for ten minutes and five tries. Send a new one.",
      field: "signInCode",
    },
  },
  code_not_sent: {
    page: {
      heading: "No new code was sent",
      text: "Too many codes went to your address. Enter the newest code, or wait three minutes and send a new one.",
      signIn: true,
    },
  },
} as const satisfies Record<string, Wording>;

export type SignInReason = keyof typeof SIGN_IN_WORDING | SharedReason;
