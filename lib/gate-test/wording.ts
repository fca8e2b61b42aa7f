import type { Wording } from "#lib/core/wording.ts";

export const GATE_TEST_WORDING = {
  shop_page_invalid: { page: { heading: "Enter the whole address of your shop’s page, with https://", field: "page" } },
  start_invalid: {
    page: {
      heading: "This selector cannot be read",
      text: "Use a name, #id, .class or [attribute=value], or up to three of these, as in “form.age > button”.",
      field: "start",
    },
  },
  shop_not_yours: {
    page: {
      heading: "This page is not on a verified domain of yours",
      text: "The gate test runs only in shops on verified domains. Verify the host on the Domains page first.",
      field: "page",
    },
  },
  shop_on_own_machine: {
    page: {
      heading: "We cannot reach a page on your own machine from here",
      text: "Run the gate test there: npx --no-install ageway-gate-test with the same key. The documentation shows how.",
      field: "page",
    },
  },
  shop_port_refused: {
    page: {
      heading: "The gate test cannot use this port",
      text: "Use the port of https, 443, or one from 1024 on.",
      field: "page",
    },
  },
  doctor_key_missing: {
    page: {
      heading: "This test key does not work",
      text: "Choose one that is neither paused nor ended.",
      field: "key",
    },
  },
  run_unknown: { page: { heading: "This run does not exist", text: "Runs are kept for 30 days." } },
  run_expired: {
    page: { heading: "The address of this run has expired", text: "Prepare a new one, and point your shop at it." },
  },
  too_many_runs: {
    page: { heading: "The gate test has run twelve times in the last hour", text: "Try again in an hour." },
  },
} as const satisfies Record<string, Wording>;
