import { readBrowserInfo } from "#app/_http/browser.ts";
import { isSameOrigin } from "#app/_http/origin.ts";
import { NO_STORE, seeOther } from "#app/_http/responses.ts";
import { readAtMost } from "#lib/base/read-at-most.ts";
import { faultOf, log } from "#lib/observe/log.ts";
import { withTimeout } from "#lib/runtime/with-timeout.ts";
import { ANSWER_MS, unavailablePage } from "./site-page.tsx";

type FormPost = { form: (name: string) => string; browserInfo: ReturnType<typeof readBrowserInfo> };
type Answer = { to: string; setCookies?: readonly string[] };

/** The write guard of `server.ts` refuses forms above 4 KB already; this limit holds where Next alone serves the route. */
const MAX_BYTES = 16 * 1024;

/** Makes a POST handler for a plain form, which works without script. It redirects; after a fault, or too long a wait, a page says so. */
export function formRoute(name: string, handle: (post: FormPost) => Promise<Answer>) {
  return async (request: Request): Promise<Response> => {
    if (!isSameOrigin(request.headers))
      return new Response("This form was not sent from our own page.", { status: 403 });
    try {
      const text = await readAtMost(request.body, MAX_BYTES);
      if (text === null) return new Response("That is more than this form takes.", { status: 413 });
      const fields = new URLSearchParams(text.toString());
      const post = { form: (field: string) => fields.get(field) ?? "", browserInfo: readBrowserInfo(request) };
      const answer = await withTimeout(ANSWER_MS, handle(post));
      return seeOther(answer.to, NO_STORE, answer.setCookies ?? []);
    } catch (fault) {
      log.error({ event: "form_failed", form: name, ...faultOf(fault) });
      return unavailablePage("write");
    }
  };
}
