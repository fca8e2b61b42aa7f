import type { Command } from "commander";
import { OPERATOR } from "#lib/core/actor.ts";
import { listDomains, removeDomain, verifyDomainManually } from "#lib/domains/domain.ts";
import { checkDomain, claimDomain } from "#lib/domains/proof.ts";
import type { Format } from "./format.ts";
import { challengeText, checkedText, domainsText } from "./format-domain.ts";

/** The domains of an organization. */
export function addDomains(ageway: Command, format: Format): void {
  const domain = ageway.command("domain").description("the hosts that visitors may be sent back to");
  domain
    .command("add <organization> <host>")
    .description("verify a host by your word, without a proof")
    .option("--include-subdomains", "and every host below it", false)
    .action((organizationId, host, { includeSubdomains }) =>
      format(verifyDomainManually(OPERATOR, { organizationId, host, includeSubdomains })),
    );
  domain
    .command("claim <organization> <host>")
    .description("show the DNS record, or the file, that proves a host; the host counts after a check has found it")
    .option("--include-subdomains", "and every host below it", false)
    .option("--file", "by a file instead of a DNS record", false)
    .action((organizationId, host, { includeSubdomains, file }) => {
      const method = file ? "file" : "dns";
      return format(claimDomain(OPERATOR, { organizationId, host, includeSubdomains, method }), challengeText);
    });
  domain
    .command("check <organization> <host>")
    .description("ask DNS, or the host, for the proof now; status 0 if it is there")
    .action(async (organizationId, host) => {
      const checked = await checkDomain(OPERATOR, organizationId, host);
      await format(checked, checkedText);
      if (checked.ok && checked.diagnosis !== "verified") process.exitCode = 1;
    });
  domain
    .command("list <organization>")
    .description("its hosts, and what DNS or the host said last")
    .action((id) => format(listDomains(OPERATOR, id), ({ rows }) => domainsText(rows)));
  domain
    .command("remove <organization> <host>")
    .description("send no visitor back there from the next call on")
    .action((id, host) => format(removeDomain(OPERATOR, id, host)));
}
