import { csvFormOf, csvResponse } from "#app/_http/files.ts";
import { memberRoute } from "#app/(dashboard)/_lib/member-route.ts";
import { refusedCsv } from "#lib/activity/refused-csv.ts";
import { readRefusedAsked } from "../../_lib/addresses.ts";
import { REFUSED_COLUMNS } from "../../_lib/refused-columns.ts";

export async function GET(request: Request): Promise<Response> {
  return memberRoute(request, async ({ user, organization }) => {
    const asked = readRefusedAsked(new URL(request.url).searchParams);
    const exported = await refusedCsv(user, organization.id, asked, REFUSED_COLUMNS, { form: csvFormOf(request) });
    return exported.ok ? csvResponse("refused-calls", exported.csv) : exported;
  });
}
