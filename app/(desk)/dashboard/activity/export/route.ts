import { csvAnswer } from "#app/desk/csv-answer.ts";
import { seated } from "#app/desk/seated.ts";
import { activityCsv } from "#lib/account/activity-csv.ts";
import { readFilter } from "#lib/rules/activity-filter.ts";

export async function GET(request: Request): Promise<Response> {
  return seated(request, async ({ user, organization }) => {
    const exported = await activityCsv(user, organization.id, readFilter(new URL(request.url).searchParams));
    return exported.ok ? csvAnswer("activity", exported.csv) : exported;
  });
}
