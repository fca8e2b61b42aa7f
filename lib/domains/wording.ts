import type { SharedReason, Wording } from "#lib/core/wording.ts";

export const DOMAIN_WORDING = {
  too_many_domains: {
    page: { heading: "You already have 100 domains", text: "Remove those that you do not use." },
    command: "An organization can have at most 100 domains.",
  },
  host_invalid: {
    page: { heading: "Enter a host such as shop.example, or a link to your shop", field: "host" },
    command:
      "That is not a host that visitors can return to. Write it without https:// and path, such as shop.example.",
  },
  host_is_shared: {
    page: {
      heading: "Other people own names under this host, so nobody can verify it",
      text: "Add a host of your own.",
      field: "host",
    },
    command: "Other people have names below that host, so nobody can prove it. Name a host of the shop’s own.",
  },
  host_is_reserved: {
    page: {
      heading: "Nobody can own this name on the internet",
      text: "Add a host of your own. On your own computer or network, use a test key.",
      field: "host",
    },
    command: "Nobody can own that name on the internet. Name a host of the shop’s own, or verify it manually.",
  },
  domain_unknown: {
    page: { heading: "This domain is no longer here", text: "Reload the page to see your domains." },
    command: "This organization has no such domain. `ageway domain list <organization>` shows all of them.",
  },
  domain_verified_manually: {
    page: { heading: "The operator verified this domain", text: "Only the operator can change it." },
    command: "The operator verified that host, so it needs no proof. Remove it first to claim it.",
  },
  domain_verified: {
    page: { heading: "This domain is already verified", text: "Remove it first to verify it in another way." },
    command: "That host is already verified, in the other way. Remove it first to verify it again.",
  },
  subdomains_need_dns: {
    page: {
      heading: "Sub-domains need a DNS record",
      text: "A file proves one host only. Choose the DNS record, or leave out the sub-domains.",
      field: "method",
    },
    command: "A file proves one host only. Sub-domains need a DNS record.",
  },
} as const satisfies Record<string, Wording>;

export type DomainReason = keyof typeof DOMAIN_WORDING | SharedReason;
