import { csvFormOf, csvResponse } from "#app/(dashboard)/_lib/csv-response.ts";
import { memberRoute } from "#app/(dashboard)/_lib/member-route.ts";
import { checksCsv } from "#lib/activity/check-csv.ts";
import { readCheckFilter } from "#lib/activity/check-filter.rules.ts";
import { count } from "#lib/billing/money.rules.ts";
import { CSV_COLUMNS } from "../_lib/check-columns.tsx";
import { droppedWords } from "../_lib/check-words.ts";

export async function GET(request: Request): Promise<Response> {
  return memberRoute(request, async ({ user, organization }) => {
    const filter = readCheckFilter(new URL(request.url).searchParams);
    const exported = await checksCsv(user, organization.id, filter, CSV_COLUMNS, {
      droppedOf: (events) => droppedWords(events, count),
      form: csvFormOf(request),
    });
    return exported.ok ? csvResponse(organization.id, "checks", exported.csv) : exported;
  });
}
