import { csvResponse } from "#app/_http/files.ts";
import { memberRoute } from "#app/(dashboard)/_lib/member-route.ts";
import { activityCsv } from "#lib/activity/csv.ts";
import { readFilter } from "#lib/activity/filter.rules.ts";

export async function GET(request: Request): Promise<Response> {
  return memberRoute(request, async ({ user, organization }) => {
    const exported = await activityCsv(user, organization.id, readFilter(new URL(request.url).searchParams));
    return exported.ok ? csvResponse("activity", exported.csv) : exported;
  });
}
