import { faultOf, log } from "#lib/core/log.ts";
import { readAtMost } from "#lib/core/read-at-most.ts";
import { isFromUs, readBrowserInfo } from "./browser.ts";
import { NO_STORE, seeOther } from "./responses.ts";

type FormPost = { form: (name: string) => string; browserInfo: ReturnType<typeof readBrowserInfo> };
type Answer = { to: string; setCookies?: readonly string[] };

/** The POST of a plain form, which works without script. Answers with the next page, also where something went wrong. */
export function formRoute(name: string, handle: (handle: FormPost) => Promise<Answer>) {
  return async (request: Request): Promise<Response> => {
    if (!isFromUs(request.headers)) return new Response("This form was not sent from our own page.", { status: 403 });
    try {
      const fields = new URLSearchParams(await textOf(request));
      const answer = await handle({ form: (field) => fields.get(field) ?? "", browserInfo: readBrowserInfo(request) });
      return seeOther(answer.to, NO_STORE, answer.setCookies ?? []);
    } catch (fault) {
      log.error({ event: "form_failed", form: name, ...faultOf(fault) });
      return seeOther("/sign-in?problem=unavailable", NO_STORE);
    }
  };
}

/** More than any form of ours holds. */
const MAX_BYTES = 16 * 1024;

/** Whoever sends without end must not fill the memory. */
async function textOf({ body }: Request): Promise<string> {
  const text = await readAtMost(body, MAX_BYTES);
  if (text === null) throw new Error("The form is too large");
  return text.toString();
}
