import { callback } from "#app/verify/_lib/callback.ts";

type Context = { params: Promise<{ provider: string }> };

export async function GET(request: Request, { params }: Context): Promise<Response> {
  return callback(request, (await params).provider);
}

/** Exported so that Next does not run GET for it: a look at the headers must not spend the code. */
export function HEAD(): Response {
  return new Response(null, { status: 405, headers: { Allow: "GET" } });
}
