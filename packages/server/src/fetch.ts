import { createGate, type GateOptions } from "./gate.ts";
import { privately } from "./keep-private.ts";

export type FetchHandler<Incoming, Rest extends unknown[], Answer = Response> = (
  request: Incoming,
  ...rest: Rest
) => Answer | Promise<Answer>;

/**
 * In whatever has `Request` and `Response`: `export default { fetch: ageGate({ ageway, age: 18, match: "/checkout", session:
 * sealedCookie({ secret }) }, handler) }`. The handler is called as the gate was, and only where a visitor may pass. In Bun it
 * answers nothing to what became a WebSocket.
 */
export function ageGate<
  Incoming extends Request = Request,
  Rest extends unknown[] = unknown[],
  Answer extends Response | undefined = Response,
>(
  options: GateOptions<Incoming>,
  handler: FetchHandler<Incoming, Rest, Answer>,
): (request: Incoming, ...rest: Rest) => Promise<Answer | Response> {
  const gate = createGate(options);

  return async (request, ...rest) => {
    const answer = await gate({ request, ...visitIn(request), ...addressIn(request, rest[0]) });
    if (!answer.pass) return new Response(answer.body, answer);
    const response = await handler(request, ...rest);
    return response && answer.isGated ? privately(response) : response;
  };
}

/** What a request itself says of a visit. */
export function visitIn({ method, url, headers }: Request) {
  return { method, target: url, origin: new URL(url).origin, header: (name: string) => headers.get(name) };
}

/** Who calls, as Deno says it beside the request, and Bun's server when asked. */
function addressIn(request: Request, beside: unknown): { address?: string | undefined } {
  const { remoteAddr, requestIP } = (beside ?? {}) as {
    remoteAddr?: { hostname?: string };
    requestIP?: (request: Request) => { address: string } | null;
  };
  return { address: remoteAddr?.hostname ?? requestIP?.call(beside, request)?.address };
}
