import { responseOf } from "#app/_http/answer.ts";
import { isApi, isCheck } from "#app/_http/api-path.ts";
import { refusalAnswer } from "#app/_http/problem.ts";
import { CORS_HEADERS } from "#app/_http/responses.ts";
import { notFound, notFoundHeaders } from "#app/verify/_lib/not-found.ts";
import { isNavigation } from "#lib/verification/fetch-metadata.rules.ts";

/** The answer at every address without a page or endpoint: under the API, in the shape that its callers read. */
export async function noEndpoint(request: Request): Promise<Response> {
  const url = new URL(request.url);
  if (!isApi(url) || isNavigation(request.headers)) return notFound(request);
  // A script of the shop's page must be able to read that its address lacks a part. The token check is not for browsers: a token with
  // a slash in it is an unknown token, too.
  const [nothing, cors] = isCheck(url) ? [{ age: null, verified: false }, {}] : [{ url: null }, CORS_HEADERS];
  return responseOf(refusalAnswer(request, { reason: "not_found" }, nothing, { ...cors, ...notFoundHeaders() }));
}
