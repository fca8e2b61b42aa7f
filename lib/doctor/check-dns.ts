import { probeDns } from "#lib/domains/dns.ts";
import { type Found, ok, wrong } from "./finding.ts";

/** Asks each DNS server for a host's challenge, by what verifies domains. That there is none is an answer. */
export async function checkDns(servers: readonly string[], host: string): Promise<Found[]> {
  return (await probeDns(host, servers)).map(({ server, record, doubled, bare }) => {
    const unknown = [record, doubled, bare].find((answer) => answer.is === "unknown");
    if (unknown?.is !== "unknown") return ok(`${server} answers`);
    return wrong(
      `${server} of DNS_SERVERS does not answer (${unknown.code})`,
      "Without its answer no domain is verified. Does a firewall let UDP and TCP to port 53 out? Else name another server.",
    );
  });
}
