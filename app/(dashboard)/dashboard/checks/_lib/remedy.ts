import type { Explanation } from "#lib/activity/explanation.rules.ts";

type Remedy = { action: string; link: string };

/** The button that mends a refusal. A domain that the organization has already has lost its record; any other is not there yet. */
export function remedyOf(
  { action, link }: Explanation,
  code: string,
  hosts: readonly string[],
  domains: readonly string[],
): Remedy | null {
  const known = domains.find((domain) => hosts.some((host) => host === domain || host.endsWith(`.${domain}`)));
  if (code === "domain_not_verified" && known) return { action: "Fix the record", link: `/dashboard/domains/${known}` };
  return action !== null && link !== null ? { action, link } : null;
}
