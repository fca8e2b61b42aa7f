import { showLink } from "../_lib/get.ts";
import { incompletePage } from "../_lib/incomplete-page.ts";
import { readLink } from "../_lib/link.ts";
import { notFound } from "../_lib/not-found.ts";
import { postLink } from "../_lib/post.ts";

type Context = { params: Promise<{ provider: string }> };

async function handle(request: Request, { params }: Context): Promise<Response> {
  const { provider } = await params;
  if (provider !== "s" && provider !== "b") return notFound(request);
  const link = readLink(request, provider);
  if (link === null) return incompletePage(request);
  return request.method === "POST" ? postLink(request, link) : showLink(request, link);
}

export { handle as GET, handle as HEAD, handle as POST };
