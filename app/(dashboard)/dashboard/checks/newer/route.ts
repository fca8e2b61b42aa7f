import { NO_STORE } from "#app/_http/responses.ts";
import { memberRoute } from "#app/(dashboard)/_lib/member-route.ts";
import { readCheckFilter } from "#lib/activity/check-filter.rules.ts";
import { listChecks } from "#lib/activity/check-list.ts";

/** Tells the open list of checks how many are newer than it, up to a page of them. */
export async function GET(request: Request): Promise<Response> {
  const params = new URL(request.url).searchParams;
  const than = Number(params.get("than"));
  return memberRoute(request, async ({ user, organization }) => {
    const page = await listChecks(user, organization.id, readCheckFilter(params));
    if (!page.ok) return page;
    const newer = page.rows.filter((row) => "result" in row && +row.at > than).length;
    return Response.json({ newer }, { headers: NO_STORE });
  });
}
