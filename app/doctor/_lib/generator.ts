import { responseOf } from "#app/_http/answer.ts";
import { acceptance, PREFLIGHT, type RefusedCall, refusalOf } from "#app/api/_lib/generator-answer.ts";
import { noEndpoint } from "#app/api/_lib/no-endpoint.ts";
import { type ReadCall, readCall } from "#app/api/_lib/read-call.ts";
import { refusalPage } from "#app/api/_lib/refusal-page.ts";
import type { ProviderId } from "#lib/core/provider.rules.ts";
import { newReference } from "#lib/crypto/reference.ts";
import type { Run } from "#lib/gate-test/run.ts";
import type { PlayedCheck } from "#lib/gate-test/session.ts";
import { startPlayed } from "#lib/gate-test/start.ts";
import { config } from "#lib/runtime/config.ts";
import { ANSWER_MS, withTimeout } from "#lib/runtime/with-timeout.ts";
import { isNavigation } from "#lib/verification/fetch-metadata.rules.ts";
import { logFault } from "./fault.ts";
import { runIn } from "./run-in.ts";

/** Answers as the true generator does (contract §1) for a run, and starts nothing. */
export async function playedGenerator(request: Request, provider: ProviderId): Promise<Response> {
  if (request.method === "OPTIONS") return responseOf(PREFLIGHT);
  const reference = newReference();
  const outcome = await outcomeOf(request, provider);
  if (outcome === null) return noEndpoint(request);
  const answer = outcome.ok
    ? acceptance(outcome.url, reference, isNavigation(request.headers))
    : await refusalOf(request, { ...outcome, provider, reference }, refusalPage);
  return answer instanceof Response ? answer : responseOf(answer);
}

type Outcome = { ok: true; url: string } | RefusedCall;

/** `null`: there is no such run. */
async function outcomeOf(request: Request, provider: ProviderId): Promise<Outcome | null> {
  try {
    const run = await runIn(request);
    if (run === null) return null;
    const read = readCall(provider, request);
    if (!read.ok) return { ...read, given: null, home: null };
    return await withTimeout(ANSWER_MS, start(run, read, callerIn(request)));
  } catch (fault) {
    logFault(fault);
    return { ok: false, reason: "service_unavailable", given: null, home: null };
  }
}

async function start(
  run: Run,
  { ask, given, language }: Extract<ReadCall, { ok: true }>,
  by: PlayedCheck["by"],
): Promise<Outcome> {
  const started = await startPlayed(run, ask, by);
  if (!started.ok) {
    const detail = started.mayReturn ? "origin" : "return_url";
    const home = started.mayReturn ? ask.returnUrl.href : null;
    return { ...started, ...(started.reason === "domain_not_verified" && { detail }), given, home };
  }
  const query = new URLSearchParams({ session: started.session, ...(language !== null && { lang: language }) });
  return { ok: true, url: `${config().baseUrl}/doctor/${run.text}/verify/${ask.provider}?${query}` };
}

/** Browsers say what they are, by these headers or by what they accept; a shop's backend sends none of them. */
function callerIn({ headers }: Request): PlayedCheck["by"] {
  const isBrowser = ["Sec-Fetch-Mode", "Sec-Fetch-Site", "Origin"].some((name) => headers.has(name));
  return isBrowser || isNavigation(headers) ? "browser" : "server";
}
