import type { Command } from "commander";
import { OPERATOR } from "#lib/core/actor.ts";
import { listDomains, removeDomain, verifyDomainManually } from "#lib/domains/domain.ts";
import { checkDomain, claimDomain } from "#lib/domains/proof.ts";
import type { Format } from "./format.ts";
import { challengeText, checkedText, domainsText } from "./format-domain.ts";

export function addDomains(ageway: Command, format: Format): void {
  const domain = ageway.command("domain").description("Manage domains: the hosts that visitors may return to");
  domain
    .command("add <organization> <host>")
    .description("Verify a host yourself, without a proof")
    .option("--include-subdomains", "Include every host below it", false)
    .action((organizationId, host, { includeSubdomains }) =>
      format(verifyDomainManually(OPERATOR, { organizationId, host, includeSubdomains })),
    );
  domain
    .command("claim <organization> <host>")
    .description("Show the DNS record or the file that proves a host; the host is verified once domain check finds it")
    .option("--include-subdomains", "Include every host below it", false)
    .option("--file", "Prove it by a file instead of a DNS record", false)
    .action((organizationId, host, { includeSubdomains, file }) => {
      const method = file ? "file" : "dns";
      return format(claimDomain(OPERATOR, { organizationId, host, includeSubdomains, method }), challengeText);
    });
  domain
    .command("check <organization> <host>")
    .description("Look for the proof now, in DNS or at the host; exit status 0 if it is there")
    .action(async (organizationId, host) => {
      const checked = await checkDomain(OPERATOR, organizationId, host);
      await format(checked, checkedText);
      if (checked.ok && checked.diagnosis !== "verified") process.exitCode = 1;
    });
  domain
    .command("list <organization>")
    .description("List the hosts with the last answer of DNS or the host")
    .action((id) => format(listDomains(OPERATOR, id), ({ rows }) => domainsText(rows)));
  domain
    .command("remove <organization> <host>")
    .description("Remove a host: no visitor returns there from the next call on")
    .action((id, host) => format(removeDomain(OPERATOR, id, host)));
}
