import type { Command } from "commander";
import { timeText } from "#lib/base/time.rules.ts";
import { OPERATOR } from "#lib/core/actor.ts";
import { answerText, domainAdviceOf } from "#lib/domains/advice.rules.ts";
import { type Domain, listDomains, removeDomain, verifyDomainManually } from "#lib/domains/domain.ts";
import type { ServerAnswers } from "#lib/domains/proof.rules.ts";
import { type CheckedDomain, type ClaimedDomain, checkDomain, claimDomain } from "#lib/domains/proof.ts";
import { type Format, verbsOf } from "./format.ts";
import { factsText, tableOf } from "./format-table.ts";

export function addDomains(ageway: Command, format: Format): void {
  const domain = ageway.command("domain").description("Manage domains: the hosts that visitors may return to");
  domain
    .command("add <organization> <host>")
    .description("Verify a host yourself, without a proof")
    .option("--include-subdomains", "Include every host below it")
    .action((organizationId, host, { includeSubdomains = false }) =>
      format(verifyDomainManually(OPERATOR, { organizationId, host, includeSubdomains })),
    );
  domain
    .command("claim <organization> <host>")
    .description("Show the DNS record or the file that proves a host; the host is verified once domain check finds it")
    .option("--include-subdomains", "Include every host below it")
    .option("--file", "Prove it by a file instead of a DNS record")
    .action((organizationId, host, { includeSubdomains = false, file }) => {
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
  const verb = verbsOf(domain, format);
  verb("remove <organization> <host>", "Remove a host: no visitor returns there from the next call on", removeDomain);
}

/** Writes the record in the fields of a DNS form, or the file. */
function challengeText({ method, name, fileUrl, value, verifiedAt }: ClaimedDomain): string {
  const state = verifiedAt === null ? "not verified yet" : `verified since ${timeText(verifiedAt)}`;
  return factsText({ ...(method === "dns" ? { type: "TXT", name } : { file: fileUrl }), value, state });
}

function checkedText(checked: CheckedDomain): string {
  const servers = (checked.servers ?? []).map(serverText);
  return [
    challengeText(checked),
    "",
    domainAdviceOf(checked).advice,
    ...(servers.length > 0 ? ["", ...servers] : []),
  ].join("\n");
}

function domainsText(domains: Domain[]): string {
  return tableOf(
    domains.map(({ host, includeSubdomains, verifiedAt, isManuallyVerified, method, diagnosis, checkedAt }) => ({
      host,
      includeSubdomains,
      verifiedAt,
      by: isManuallyVerified ? "operator" : method,
      diagnosis,
      checkedAt,
    })),
  );
}

function serverText({ server, record }: ServerAnswers): string {
  return `${server} answers: ${answerText(record)}`;
}
