import { pino } from "pino";

/**
 * The log of this process: one JSON line an event, on standard output. Callers pass codes, counts and route templates,
 * never a URL, a header or an error object of a library: those carry what must not be kept (contract §5).
 */
export const log = pino({
  level: process.env.LOG_LEVEL ?? "info",
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  redact: { paths: ["url", "query", "params", "headers", "req", "res"], remove: true },
});

/** What may be said of a fault: its name, its code and where it was thrown. A message may quote input, so it stays out. */
export function faultOf(error: unknown) {
  if (!(error instanceof Error)) return { fault: typeof error };
  const code = codeOf(error);
  const frames = error.stack
    ?.split("\n")
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 8)
    .map((line) => line.trim());
  return { fault: error.name, code, frames };
}

/** The first code along the chain of causes: `23505` of PostgreSQL, `ECONNREFUSED` of a socket. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return "code" in error && typeof error.code === "string" ? error.code : codeOf(error.cause);
}
