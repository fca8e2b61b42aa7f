import { levels, pino } from "pino";
import { conditionOf, isOutage } from "#lib/base/sqlstate.rules.ts";
import { currentRequest, noteUnavailable } from "./request-context.ts";

/**
 * Writes lines together, within 250 ms or before 4 KB wait: several processes may write to one pipe, and a longer write
 * (PIPE_BUF of Linux) could end up in the middle of another line.
 */
const output = pino.destination({ sync: true, minLength: 3_072, maxWrite: 4_096, periodicFlush: 250 });

process.on("exit", () => output.flushSync());

const { warn: WARN = 40 } = levels.values;

/**
 * The log of this process: one JSON line for each event, on standard output. Callers pass codes, counts and route templates,
 * never a URL, a header or a library's error object, which may contain personal data (contract §5).
 */
export const log = pino(
  {
    level: levelOf(process.env.LOG_LEVEL),
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: requestOfLine,
    redact: { paths: ["url", "query", "params", "headers", "req", "res"], remove: true },
    hooks: {
      // A warning is written at once, behind what waits.
      logMethod(given, write, level) {
        write.apply(this, given);
        if (level >= WARN) output.flushSync();
      },
    },
  },
  output,
);

/** Takes the usual level for what is none: the configuration names that with all else that is wrong. */
function levelOf(text = ""): string {
  return text === "silent" || Object.hasOwn(levels.values, text) ? text : "info";
}

/** The id of the request in which the line is written, and whose call it is. */
function requestOfLine(): object {
  const { traceId, organizationId, pluginKeyId } = currentRequest() ?? {};
  return { traceId, organizationId, pluginKeyId };
}

type Fault = {
  fault: string;
  code?: string | undefined;
  condition?: string;
  advice?: string | undefined;
  frames?: string[];
};

/**
 * The loggable part of a fault: name, code and stack frames; of one that the database reported also the words for its SQLSTATE.
 * The message is left out, because it may quote input.
 */
export function faultOf(error: unknown): Fault {
  // pg-boss reports some faults as objects that hold the error, and others as copies of it, which have no name.
  if (!(error instanceof Error)) return innerOf(error) ?? copyOf(error) ?? { fault: typeof error };
  const code = codeOf(error);
  return {
    fault: error.name,
    code,
    ...conditionOf(code, isOfConnection(error) ? "connect" : "statement"),
    frames: framesOf(error),
  };
}

function innerOf(value: unknown): Fault | null {
  const { error, cause } = (value ?? {}) as { error?: unknown; cause?: unknown };
  const inner = [error, cause].find((one) => one instanceof Error);
  return inner === undefined ? null : faultOf(inner);
}

function copyOf(value: unknown): Fault | null {
  const { message, stack, code } = (value ?? {}) as Record<string, unknown>;
  if (typeof message !== "string" || typeof stack !== "string") return null;
  return faultOf(Object.assign(new Error(message), { stack, ...(typeof code === "string" && { code }) }));
}

/** The frames after the message. The message itself may contain lines that look like frames. */
function framesOf({ stack = "", message }: Error): string[] {
  const from = stack.indexOf(message);
  return (from < 0 ? "" : stack.slice(from + message.length))
    .split("\n")
    .filter((line) => line.startsWith("    at "))
    .slice(0, 8)
    .map((line) => line.trim());
}

/**
 * Libraries print their input to the console: the parameters of a query, the headers of a request. This replaces the console:
 * the log gets an event with the fault or the place of the call, and never the text.
 */
export function logInsteadOfConsole(): void {
  for (const [level, methods] of PRINTING)
    for (const method of methods)
      console[method] = (...printed: unknown[]) => {
        if (log.isLevelEnabled(level))
          log[level]({ event: "printed", ...faultOf(printed.find((one) => one instanceof Error) ?? new Error()) });
      };
  process.removeAllListeners("warning");
  process.on("warning", (warning) => log.warn({ event: "warned", ...faultOf(warning) }));
}

const PRINTING = [
  ["debug", ["log", "info", "debug", "trace", "dir"]],
  ["warn", ["warn"]],
  ["error", ["error"]],
] as const;

/** Logs a page, an action or a route of Next's that threw: which one, and where. The fault's message and the address stay out. */
export function requestFailed(fault: unknown, route: string, kind: string): void {
  const known = faultOf(fault);
  if (isOutage(known.code)) noteUnavailable();
  log.error({ event: "request_failed", route, kind, ...known });
}

/** Says whether PostgreSQL ended a connection with a fatal error, such as one that it does not let in. */
function isOfConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("severity" in error && error.severity === "FATAL") || isOfConnection(error.cause);
}

/** The first code along the chain of causes: `23505` of PostgreSQL, `ECONNREFUSED` of a socket. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return "code" in error && typeof error.code === "string" ? error.code : codeOf(error.cause);
}
