import { csvFormOf, csvResponse } from "#app/(dashboard)/_lib/csv-response.ts";
import { eidName } from "#app/(dashboard)/_lib/eid-name.ts";
import { memberRoute } from "#app/(dashboard)/_lib/member-route.ts";
import { eventsCsv } from "#lib/billing/ledger.ts";
import { readLedgerFilter } from "#lib/billing/ledger-filter.rules.ts";

export async function GET(request: Request): Promise<Response> {
  return memberRoute(request, async ({ user, organization }) => {
    const given = Object.fromEntries(new URL(request.url).searchParams);
    const exported = await eventsCsv(user, organization.id, readLedgerFilter(given), eidName, csvFormOf(request));
    return exported.ok ? csvResponse(organization.id, "billed-checks", exported.csv) : exported;
  });
}
