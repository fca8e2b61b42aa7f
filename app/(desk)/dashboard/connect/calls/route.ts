import { NO_STORE } from "#app/api/answer.ts";
import { recentCalls } from "#app/desk/connect/recent-calls.ts";
import { currentUser } from "#app/desk/member.ts";

/** What the open page asks for every few seconds: the latest calls of an organization. */
export async function GET(request: Request): Promise<Response> {
  const user = await currentUser();
  if (!user) return new Response(null, { status: 401, headers: NO_STORE });
  const calls = await recentCalls(user, new URL(request.url).searchParams.get("organization") ?? "");
  return calls ? Response.json(calls, { headers: NO_STORE }) : new Response(null, { status: 404, headers: NO_STORE });
}
