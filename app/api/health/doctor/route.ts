import { json, NO_STORE } from "#app/_http/responses.ts";
import { notFound } from "#app/verify/_lib/not-found.ts";
import { arrivedOf, isProbe, PROBE } from "#lib/limits/doctor-probe.ts";

/** Tells `ageway doctor` what arrives here. For everybody else there is nothing at this address. */
export async function GET(request: Request): Promise<Response> {
  return isProbe(request.headers.get(PROBE))
    ? json(200, { arrived: arrivedOf(request.headers) }, NO_STORE)
    : notFound(request);
}
