import { incompletePage } from "#app/hosted/incomplete.ts";
import { pressLink, readLink, showLink } from "#app/hosted/link.ts";
import { outcomeScreen } from "#app/hosted/screen.tsx";

type Context = { params: Promise<{ provider: string }> };

async function handle(request: Request, { params }: Context): Promise<Response> {
  const { provider } = await params;
  if (provider !== "s" && provider !== "b") return outcomeScreen("not_found");
  const link = readLink(request, provider);
  if (link === null) return incompletePage();
  return request.method === "POST" ? pressLink(request, link) : showLink(request, link);
}

export { handle as GET, handle as HEAD, handle as POST };
