import { unreadiness } from "#lib/core/health.ts";

/** Traffic may come: the database answers, has a partition for what comes next, and its clock and ours agree. */
export async function GET(): Promise<Response> {
  const reason = await unreadiness();
  return Response.json(reason === null ? { status: "ready" } : { status: "not ready", reason }, {
    status: reason === null ? 200 : 503,
    headers: { "Cache-Control": "no-store" },
  });
}

export const dynamic = "force-dynamic";
