/** Is loaded when a server starts: what a fault means must be noted before Next answers. */
let requestFailed: typeof import("#lib/observe/log.ts").requestFailed | undefined;

/** Next calls this once, when a server starts. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  // Before the first request: it hears from Node which address each one comes from.
  await import("#lib/observe/request-context.ts");
  // Where Next is started by itself; `server.ts` has done it before.
  const log = await import("#lib/observe/log.ts");
  log.logInsteadOfConsole();
  requestFailed = log.requestFailed;
  const { isConfigured } = await import("#lib/runtime/config.ts");
  const { loadConfiguration } = await import("#lib/eid/read-providers.ts");
  // What the process knows of an eID is kept by the object that was read first.
  if (!isConfigured()) loadConfiguration();
  const { startActivity } = await import("#lib/activity/flush.ts");
  startActivity();
  const { joinMachines } = await import("#lib/limits/machine-exchange.ts");
  joinMachines();
  const { awaitEpoch } = await import("#lib/runtime/read-epoch.ts");
  await awaitEpoch();
  const { logUnreadiness } = await import("#lib/runtime/health.ts");
  void logUnreadiness();
}

export function onRequestError(
  fault: unknown,
  _request: unknown,
  { routePath, routeType }: { routePath: string; routeType: string },
): void {
  requestFailed?.(fault, routePath, routeType);
}
