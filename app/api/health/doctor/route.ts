import { json, NO_STORE } from "#app/_http/responses.ts";
import { noEndpoint } from "#app/api/_lib/no-endpoint.ts";
import { arrivedOf, isProbe, PROBE } from "#lib/limits/doctor-probe.ts";

/** Tells `ageway doctor` what arrives here. For everybody else there is nothing at this address. */
export async function GET(request: Request): Promise<Response> {
  return isProbe(request.headers.get(PROBE))
    ? json(200, { arrived: arrivedOf(request.headers) }, NO_STORE)
    : noEndpoint(request);
}
