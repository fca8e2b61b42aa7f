/** The process runs and answers. */
function answer(): Response {
  return Response.json({ status: "live" }, { headers: { "Cache-Control": "no-store" } });
}

export { answer as GET, answer as HEAD };

export const dynamic = "force-dynamic";
