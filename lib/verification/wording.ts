import type { SharedReason, Wording } from "#lib/core/wording.ts";

export const TEST_CHECK_WORDING = {
  test_key_missing: { page: { heading: "You have no working test key", text: "Create one on the Keys page." } },
  test_check_refused: { page: { heading: "The test check could not be started", text: "Try again in a minute." } },
  return_page_invalid: {
    page: { heading: "The return page is not an address of a page", text: "Write it in full, with https://." },
  },
  return_page_not_yours: {
    page: {
      heading: "The return page is not on a host of yours",
      text: "Use a verified domain, or a page on your own machine such as http://localhost:8080/.",
    },
  },
} as const satisfies Record<string, Wording>;

export type TestCheckReason = keyof typeof TEST_CHECK_WORDING | SharedReason;
