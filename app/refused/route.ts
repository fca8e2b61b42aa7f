import { refusalHeaders } from "#app/_http/responses.ts";
import { drawRefusal } from "#app/api/_lib/refusal-page.ts";
import { readRefused } from "#app/api/_lib/refused-call.ts";
import { notFound } from "#app/verify/_lib/not-found.ts";
import { readLanguage } from "#lib/core/language.rules.ts";
import { config } from "#lib/runtime/config.ts";

export const dynamic = "force-dynamic";

/** Shows a refusal of a generator once more, in another language: to ask the generator would be another call. */
export async function GET(request: Request): Promise<Response> {
  const query = new URL(request.url).searchParams;
  const read = readRefused(query, readLanguage(query.get("lang")), config().baseUrl);
  if (read === null) return notFound(request);
  const call = { method: "GET", url: read.call.href, headers: request.headers };
  return drawRefusal(call, read.refusal, refusalHeaders(read.refusal.reason), true);
}
