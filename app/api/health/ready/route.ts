import { unreadiness } from "#lib/runtime/health.ts";

/** Says whether traffic may come: the database answers, has its next partition, and its clock agrees with ours. */
async function answer(): Promise<Response> {
  const reason = await unreadiness();
  return Response.json(reason === null ? { status: "ready" } : { status: "not ready", reason }, {
    status: reason === null ? 200 : 503,
    headers: { "Cache-Control": "no-store" },
  });
}

export { answer as GET, answer as HEAD };

export const dynamic = "force-dynamic";
