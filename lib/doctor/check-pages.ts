import type { Config } from "#lib/runtime/read-config.ts";
import { type Found, notChecked, ok, wrong } from "./finding.ts";

const LIMIT_MS = 4_000;
/** Leads people without a session elsewhere and asks the database nothing for them. No cache keeps the answer. */
const PAGE = "/dashboard";
/** Says that the process has SERVE=calls. */
const MISDIRECTED = 421;
const ADVICE =
  "Look for pages_not_opened in the log, and where the proxy sends this address: to a process with SERVE=all or SERVE=pages.";

/** Asks for a page of the dashboard, which Next draws: shops, visitors and readiness are answered without. */
export async function checkPages({ baseUrl }: Pick<Config, "baseUrl">, limitMs = LIMIT_MS): Promise<Found[]> {
  try {
    const { status, body } = await fetch(`${baseUrl}${PAGE}`, {
      redirect: "manual",
      signal: AbortSignal.timeout(limitMs),
    });
    await body?.cancel();
    return [
      status < 500 && status !== MISDIRECTED
        ? ok("Pages of the dashboard are drawn")
        : wrong(`A page of the dashboard is ${status}`, ADVICE),
    ];
  } catch (fault) {
    if (fault instanceof DOMException && fault.name === "TimeoutError")
      return [wrong(`A page of the dashboard does not come within ${limitMs / 1_000} s`, ADVICE)];
    return [notChecked(`${baseUrl} cannot be called from here`, "See the findings about the proxy.")];
  }
}
