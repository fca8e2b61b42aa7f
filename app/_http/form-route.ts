import { faultOf, log } from "#lib/core/log.ts";
import { readAtMost } from "#lib/core/read-at-most.ts";
import { readBrowserInfo } from "./browser.ts";
import { isSameOrigin } from "./origin.ts";
import { NO_STORE, seeOther } from "./responses.ts";

type FormPost = { form: (name: string) => string; browserInfo: ReturnType<typeof readBrowserInfo> };
type Answer = { to: string; setCookies?: readonly string[] };

/** The write guard of `server.ts` refuses forms above 4 KB already; this limit holds where Next alone serves the route. */
const MAX_BYTES = 16 * 1024;

/** A POST handler for a plain form, which works without script. It always redirects: after a fault to the sign-in page, which says so. */
export function formRoute(name: string, handle: (post: FormPost) => Promise<Answer>) {
  return async (request: Request): Promise<Response> => {
    if (!isSameOrigin(request.headers))
      return new Response("This form was not sent from our own page.", { status: 403 });
    try {
      const fields = await readFields(request);
      const answer = await handle({ form: (field) => fields.get(field) ?? "", browserInfo: readBrowserInfo(request) });
      return seeOther(answer.to, NO_STORE, answer.setCookies ?? []);
    } catch (fault) {
      log.error({ event: "form_failed", form: name, ...faultOf(fault) });
      return seeOther("/sign-in?problem=unavailable", NO_STORE);
    }
  };
}

async function readFields({ body }: Request): Promise<URLSearchParams> {
  const text = await readAtMost(body, MAX_BYTES);
  if (text === null) throw new Error("The form is too large");
  return new URLSearchParams(text.toString());
}
