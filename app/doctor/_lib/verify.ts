import * as z from "zod";
import { API_HEADERS, json } from "#app/_http/responses.ts";
import { notFound } from "#app/verify/_lib/not-found.ts";
import type { ProviderId } from "#lib/core/provider.rules.ts";
import { giveToken } from "#lib/gate-test/give-token.ts";
import { decryptSession } from "#lib/gate-test/session.ts";
import { callerOf } from "#lib/limits/caller.ts";
import { ANSWER_MS, withTimeout } from "#lib/runtime/with-timeout.ts";
import { examinedPage } from "../_views/examined.tsx";
import { problem } from "./problem.ts";
import { readFields } from "./read-fields.ts";
import { runIn } from "./run-in.ts";

const WANTED = {
  fields: z.object({
    session: z.string(),
    case: z.string(),
    secret: z.string(),
    seconds: z.union([z.string(), z.number().transform(String)]).optional(),
  }),
  // A session holds a return URL of 2 KB at most, which is encrypted, and may be encoded once more.
  maxBytes: 16 * 1024,
  takesForm: true,
};

/** `/doctor/{run}`: a page for somebody who opens it. */
export async function runPage(request: Request): Promise<Response> {
  if (request.method !== "GET" && request.method !== "HEAD")
    return problem({ reason: "method_not_allowed" }, { Allow: "GET, HEAD" });
  const run = await runIn(request);
  return run === null ? notFound(request) : examinedPage(request, run, null);
}

/** `/doctor/{run}/verify/{provider}`: a page for a visitor, and a token for the walker that has the run's secret. */
export async function playedLink(request: Request, provider: ProviderId): Promise<Response> {
  if (!["GET", "HEAD", "POST"].includes(request.method))
    return problem({ reason: "method_not_allowed" }, { Allow: "GET, HEAD, POST" });
  const run = await runIn(request);
  if (run === null) return notFound(request);
  if (request.method !== "POST") {
    const session = await decryptSession(run, new URL(request.url).searchParams.get("session") ?? "");
    return examinedPage(request, run, session);
  }
  const read = await readFields(request, WANTED);
  if (!read.ok) return problem(read);
  const { session, secret, case: order, seconds = null } = read.fields;
  const wanted = { provider, session, secret, order, seconds, caller: callerOf(request.headers) };
  const given = await withTimeout(ANSWER_MS, giveToken(run, wanted));
  if (!given.ok) return problem(given);
  const { returnUrl: return_url, token, device, minimumAge: age, by, isHangRefused: hang_refused } = given;
  return json(200, { return_url, token, device, age, start: { by }, hang_refused }, API_HEADERS);
}
