import { ButtonLink } from "#app/_ui/button.tsx";
import { Icon } from "#app/_ui/icon.tsx";
import { type CheckFilter, checkFilterParams } from "#lib/activity/check-filter.rules.ts";
import { CHECKS } from "../_lib/addresses.ts";

/** Exports what the filter shows. Never prefetched: that would run the export. */
export function ExportLink({ filter, organization }: { filter: CheckFilter; organization: string }) {
  const params = checkFilterParams(filter);
  params.set("organization", organization);
  return (
    <ButtonLink download size="sm" href={`${CHECKS}/export?${params}`} prefetch={false}>
      <Icon name="download" />
      Export CSV
    </ButtonLink>
  );
}
