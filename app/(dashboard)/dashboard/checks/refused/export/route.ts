import { csvFormOf, csvResponse } from "#app/(dashboard)/_lib/csv-response.ts";
import { eidName } from "#app/(dashboard)/_lib/eid-name.ts";
import { memberRoute } from "#app/(dashboard)/_lib/member-route.ts";
import { refusedCsv } from "#lib/activity/refused-csv.ts";
import { readRefusedAsked } from "../../_lib/addresses.ts";

export async function GET(request: Request): Promise<Response> {
  return memberRoute(request, async ({ user, organization }) => {
    const { asked } = readRefusedAsked(new URL(request.url).searchParams, new Date());
    const exported = await refusedCsv(user, organization.id, asked, eidName, { form: csvFormOf(request) });
    return exported.ok ? csvResponse(organization.id, "refused-calls", exported.csv) : exported;
  });
}
