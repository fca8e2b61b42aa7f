import { NO_STORE } from "#app/_http/responses.ts";
import { memberRoute } from "#app/(dashboard)/_lib/member-route.ts";
import { readMode } from "#app/(dashboard)/_lib/mode.ts";
import { destinationsOf } from "../_lib/destinations.ts";

/** Says what the command menu searches, read once when it opens. */
export const GET = (request: Request) =>
  memberRoute(request, async ({ user, organization }) => {
    const mode = readMode(Object.fromEntries(new URL(request.url).searchParams));
    return Response.json(await destinationsOf(user, organization.id, mode), { headers: NO_STORE });
  });
