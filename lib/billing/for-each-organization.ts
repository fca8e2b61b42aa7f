import { faultOf, log } from "#lib/core/log.ts";

/** Does a job for one organization after the other. The fault of one keeps none of the others waiting; in the end it is thrown. */
export async function forEachOrganization(
  organizationIds: readonly string[],
  work: (id: string) => Promise<void>,
): Promise<void> {
  const faults: unknown[] = [];
  for (const organizationId of organizationIds)
    await work(organizationId).catch((fault: unknown) => {
      log.error({ event: "organization_failed", organizationId, ...faultOf(fault) });
      faults.push(fault);
    });
  if (faults.length > 0) throw new AggregateError(faults, `It failed for ${faults.length} organizations`);
}
