import { NO_STORE } from "#app/_http/responses.ts";
import { memberRoute } from "#app/(dashboard)/_lib/member-route.ts";
import { recentCalls } from "../_lib/recent-calls.ts";

/** The open Connect page polls this for the latest calls. */
export async function GET(request: Request): Promise<Response> {
  return memberRoute(request, async ({ user, organization }) => {
    const calls = await recentCalls(user, organization.id, organization.timeZone);
    return calls ? Response.json(calls, { headers: NO_STORE }) : { ok: false, reason: "not_allowed" };
  });
}
