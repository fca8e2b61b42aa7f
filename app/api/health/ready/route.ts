import { isReady } from "#lib/health.ts";
import { faultOf, log } from "#lib/log.ts";

/** Traffic may come: the database answers and has a partition for what comes next. */
export async function GET(): Promise<Response> {
  const ready = await isReady().catch((fault) => {
    log.error({ event: "not_ready", ...faultOf(fault) });
    return false;
  });
  return Response.json(
    { status: ready ? "ready" : "not ready" },
    { status: ready ? 200 : 503, headers: { "Cache-Control": "no-store" } },
  );
}

export const dynamic = "force-dynamic";
