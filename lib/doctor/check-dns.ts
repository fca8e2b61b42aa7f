import { Resolver } from "node:dns/promises";
import { type Found, ok, wrong } from "./finding.ts";

const TIMEOUT_MS = 3_000;
/** The server answered: there is no such name, or none of this type. */
const ANSWERS = new Set(["ENODATA", "ENOTFOUND"]);

/** Asks each DNS server for a name, as a domain's proof is asked for. */
export async function checkDns(servers: readonly string[], name: string): Promise<Found[]> {
  return Promise.all(
    servers.map(async (server) => {
      const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 1 });
      resolver.setServers([server]);
      const code = await resolver.resolveTxt(name).then(
        () => null,
        (fault: NodeJS.ErrnoException) => fault.code ?? "EUNKNOWN",
      );
      if (code === null || ANSWERS.has(code)) return ok(`${server} answers`);
      return wrong(
        `${server} of DNS_SERVERS does not answer (${code})`,
        "Without its answer no domain is verified. Does a firewall let UDP and TCP to port 53 out? Else name another server.",
      );
    }),
  );
}
