import { noEndpoint } from "#app/api/_lib/no-endpoint.ts";
import type { ProviderId } from "#lib/core/provider.rules.ts";
import { playedCheck } from "./check.ts";
import { logFault } from "./fault.ts";
import { playedGenerator } from "./generator.ts";
import { openGateTest } from "./open.ts";
import { problem } from "./problem.ts";
import { playedLink, runPage } from "./verify.ts";

/** `name`: in the log, where no part of the address may stand. `takesBody`: the handler reads the body, and counts its bytes. */
type GateTestRoute = { name: string; handler: (request: Request) => Promise<Response>; takesBody?: true };

type Handle = (request: Request, provider: ProviderId) => Promise<Response>;

/** Lists each address under `/doctor`. A slash may follow the last segment. */
const ROUTES: readonly { path: RegExp; name: string; handle: Handle; takesBody?: true }[] = [
  { path: /^\/doctor\/?$/, name: "/doctor", handle: openGateTest, takesBody: true },
  { path: /^\/doctor\/[^/]+\/?$/, name: "/doctor/run", handle: runPage },
  { path: /^\/doctor\/[^/]+\/verify\/([sb])\/?$/, name: "/doctor/verify", handle: playedLink, takesBody: true },
  {
    path: /^\/doctor\/[^/]+\/api\/url_generator_([sb])(?:\/[^/]*){3}\/?$/,
    name: "/doctor/api/url_generator",
    handle: playedGenerator,
  },
  {
    path: /^\/doctor\/[^/]+\/api\/auth_check(?:\/[^/]*){1,2}\/?$/,
    name: "/doctor/api/auth_check",
    handle: playedCheck,
  },
];

/** Finds the route of a path under `/doctor`; `null`: there is none. */
export function gateTestRouteOf(path: string): GateTestRoute | null {
  const route = ROUTES.find((one) => one.path.test(path));
  if (route === undefined) return null;
  const provider = route.path.exec(path)?.[1] === "b" ? "b" : "s";
  const { name, handle, takesBody } = route;
  return { name, handler: (request) => answered(request, provider, handle), ...(takesBody && { takesBody }) };
}

/** Handles all of them for Next. */
export async function handleGateTest(request: Request): Promise<Response> {
  const answer = await (gateTestRouteOf(new URL(request.url).pathname)?.handler ?? noEndpoint)(request);
  return answer.headers.has("Content-Length") ? brokenOff(answer) : answer;
}

/** Breaks off an answer that is shorter than it says: Next counts a body anew, so a fault has to follow its last piece. */
function brokenOff({ status, headers, body }: Response): Response {
  const sent = body?.pipeThrough(
    new TransformStream({
      flush: async () => {
        await new Promise((done) => setImmediate(done));
        throw new Error("The answer was ordered to end early");
      },
    }),
  );
  return new Response(sent, { status, headers });
}

/** Answers HEAD without a body, and a fault, such as a database that is away, by 503. */
async function answered(request: Request, provider: ProviderId, handle: Handle): Promise<Response> {
  const answer = await handle(request, provider).catch((fault: unknown) => {
    logFault(fault);
    return problem({ reason: "service_unavailable" }, { "Retry-After": "5" });
  });
  return request.method === "HEAD" && answer.body !== null ? new Response(null, answer) : answer;
}
