import { published } from "#app/_http/published.ts";
import { builtFile } from "#app/(docs)/_docs/built-docs.ts";

/** Scripts of every page may read it: tools that show an API run in pages of their own. */
const HEADERS = { "Content-Type": "application/json", "Access-Control-Allow-Origin": "*" };

/** Answers the API as an OpenAPI document, with the address of this instance as its server. */
export const GET = published(HEADERS, () => builtFile("openapi.json"));

/** Before a call with headers, such as a tool’s `Cache-Control`, a browser asks. */
export function OPTIONS(): Response {
  const methods = { Allow: "GET, HEAD, OPTIONS", "Access-Control-Allow-Methods": "GET, HEAD" };
  const rest = { "Access-Control-Allow-Headers": "*, Authorization", "Access-Control-Max-Age": "86400" };
  return new Response(null, { status: 204, headers: { "Access-Control-Allow-Origin": "*", ...methods, ...rest } });
}

export const dynamic = "force-dynamic";
