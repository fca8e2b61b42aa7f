/** The process runs and answers. */
export function GET(): Response {
  return Response.json({ status: "live" }, { headers: { "Cache-Control": "no-store" } });
}

export const dynamic = "force-dynamic";
