import { incompletePage } from "#app/hosted/incomplete.ts";
import { readLink } from "#app/hosted/link.ts";
import { nowhere } from "#app/hosted/nowhere.ts";
import { pressLink } from "#app/hosted/press.ts";
import { showLink } from "#app/hosted/show.ts";

type Context = { params: Promise<{ provider: string }> };

async function handle(request: Request, { params }: Context): Promise<Response> {
  const { provider } = await params;
  if (provider !== "s" && provider !== "b") return nowhere(request);
  const link = readLink(request, provider);
  if (link === null) return incompletePage(request);
  return request.method === "POST" ? pressLink(request, link) : showLink(request, link);
}

export { handle as GET, handle as HEAD, handle as POST };
