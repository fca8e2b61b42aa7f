import { NO_STORE } from "#app/_http/responses.ts";
import { memberRoute } from "#app/(dashboard)/_lib/member-route.ts";
import { readPane } from "../_lib/read-pane.ts";

/** The open Connect page polls this for what happens with the key that it shows. */
export async function GET(request: Request): Promise<Response> {
  const query = new URL(request.url).searchParams;
  return memberRoute(request, async ({ user, organization: { id, timeZone } }) => {
    const pane = await readPane(user, id, { key: query.get("key") ?? "", sent: query.get("no"), timeZone });
    return pane ? Response.json(pane, { headers: NO_STORE }) : { ok: false, reason: "not_allowed" };
  });
}
