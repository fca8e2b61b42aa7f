/** Next calls this once, when a server starts. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  // Before the first request: it hears from Node which address each one comes from.
  await import("#lib/core/request-context.ts");
  // Where Next is started by itself; `server.ts` has done it before.
  const { logInsteadOfConsole } = await import("#lib/core/log.ts");
  logInsteadOfConsole();
  const { awaitEpoch } = await import("#lib/core/epoch.ts");
  await awaitEpoch();
  const { logUnreadiness } = await import("#lib/core/health.ts");
  void logUnreadiness();
}

/** A page, an action or a route that threw: which one, and where. Its message and its address stay out. */
export async function onRequestError(
  fault: unknown,
  _request: unknown,
  { routePath, routeType }: { routePath: string; routeType: string },
): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { faultOf, log } = await import("#lib/core/log.ts");
  log.error({ event: "request_failed", route: routePath, kind: routeType, ...faultOf(fault) });
}
