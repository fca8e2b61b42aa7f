import { faultOf, log } from "#lib/core/log.ts";
import { withTimeout } from "#lib/core/with-timeout.ts";
import { outcomePage } from "../_views/document.tsx";
import { linkPath, type VisitorLink } from "./link.ts";

/** The eID has 20 seconds to answer, the database a few; then the visitor has waited long enough. */
const DEADLINE_MS = 30_000;

/** A fault of ours is said on a page of ours, with a way to try again. */
export async function guarded(
  request: Request,
  link: VisitorLink | null,
  answer: () => Promise<Response>,
  deadlineMs = DEADLINE_MS,
): Promise<Response> {
  try {
    return await withTimeout(deadlineMs, answer());
  } catch (fault) {
    log.error({ event: "flow_failed", ...faultOf(fault) });
    return outcomePage(request, "internal", {
      ways: (words) => (link ? [{ words: words("action.tryAgain"), href: linkPath(link) }] : []),
    });
  }
}
