import { isDatabaseAway } from "#lib/core/health.ts";
import { VISITOR_MS } from "#lib/core/with-timeout.ts";
import type { Pages } from "./next-pages.ts";
import { pathOf } from "./read-head.ts";
import { answerUnavailable } from "./unavailable.ts";

/** Pages that nobody can be shown without the database; `proxy.ts` names the same. */
const OF_MEMBERS = /^\/(?:dashboard|welcome|invitation|test-check)(?:\/|$)/;
/** In milliseconds: after so long, the database is asked why an answer has not begun. It has three seconds for that. */
const LATE_MS = VISITOR_MS - 3_500;

/**
 * Answers 503 while the database is away. The database is asked before Next gets a member's request, so that no form is half
 * done, and again where Next has not begun to answer after `LATE_MS`. If the database is there, Next may go on: a form may wait for
 * a mail server, and a page for its turn.
 */
export function inTime(pages: Pages): Pages {
  return {
    ...pages,
    async answer(request, response) {
      const timer = setTimeout(async () => {
        if (!response.headersSent && (await isDatabaseAway())) answerUnavailable(request, response);
      }, LATE_MS);
      response.once("close", () => clearTimeout(timer));
      if (OF_MEMBERS.test(pathOf(request.url ?? "")) && (await isDatabaseAway()))
        return answerUnavailable(request, response);
      return pages.answer(request, response);
    },
  };
}
