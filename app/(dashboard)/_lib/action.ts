import { revalidatePath } from "next/cache";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import type * as z from "zod";
import { isSameOrigin } from "#app/_http/origin.ts";
import type { FormState } from "#app/_ui/form-state.ts";
import { changedIn } from "#app/_ui/shown-field.rules.ts";
import { typedIn } from "#app/_ui/typed-in.rules.ts";
import type { Result } from "#lib/base/result.ts";
import { isOutage } from "#lib/base/sqlstate.rules.ts";
import type { User } from "#lib/core/actor.ts";
import { faultOf, log } from "#lib/observe/log.ts";
import { noteStatus } from "#lib/observe/request-context.ts";
import { wordsOf } from "#lib/wording.ts";
import { chooseInBrowser } from "./browser-choice.ts";
import { currentUser } from "./current-membership.ts";
import { askForCode, confirmed } from "./sign-in-code.ts";

const NOT_SAVED = "Sorry, that could not be saved. The problem is on our side: try again in a minute.";

/** The database may have saved it before the connection was lost. */
const NOT_KNOWN = {
  heading: "Sorry, that did not work",
  text: "The problem is on our side. In a minute, open this page in a new tab and see whether it was saved before you send it again.",
} as const;

const SIGNED_OUT = {
  heading: "You have been signed out",
  text: "What you typed is still here.",
  signIn: true,
} as const;

/** Holds a message above the form, or the page to go to. `secret`: shown this once. `next`: where to go on with it. */
type Done = { message: string; secret?: string; next?: { href: string; name: string } } | { to: string };

/**
 * Every write of the dashboard goes through here. It checks the origin, the session and a code, and parses the form with `shape`;
 * whether this user may do it is for the verb in `run` to check. `isChanged`: does a field have something else than the form showed? The
 * form shows the answer.
 */
export function action<Shape extends z.ZodObject, Value extends object>(
  shape: Shape,
  run: (
    user: User,
    input: z.infer<Shape>,
    isChanged: (name: keyof z.infer<Shape> & string) => boolean,
  ) => Promise<Result<Value, Parameters<typeof wordsOf>[0]["reason"]>>,
  done: (value: Value, input: z.infer<Shape>) => Done | Promise<Done>,
) {
  return async (_before: FormState, form: FormData): Promise<FormState> => {
    // A caller who makes up a request may have sent anything.
    const isForm = form instanceof FormData;
    const typed = isForm ? typedIn(form) : {};
    const failed = (heading: string, fields: Record<string, string> = {}) =>
      ({ ok: false, heading, fields, typed }) as const;
    if (!isForm || !isSameOrigin(await headers()))
      return failed("This form was not sent from our own page. Reload it and try again.");
    const session = await attempt(currentUser);
    if (session === null) return failed(NOT_SAVED);
    const user = session.result;
    if (!user) return { ...SIGNED_OUT, ok: false, fields: {}, typed };
    const proved = await attempt(() => confirmed(form, user));
    if (proved === null) return failed(NOT_SAVED);
    if (!proved.result.ok) return { ...proved.result, typed };
    const { actor } = proved.result;
    const read = shape.safeParse(Object.fromEntries(form));
    if (!read.success) return failed("Check what you entered", errorsOf(read.error));
    const attempted = await attempt(() => run(actor, read.data, changedIn(form)));
    if (attempted === null) return { ...NOT_KNOWN, ok: false, fields: {}, typed };
    const changed = attempted.result;
    if (!changed.ok && changed.reason === "sign_in_again") {
      const asked = await attempt(() => askForCode(actor));
      return asked === null ? failed(NOT_SAVED) : { ...asked.result, typed };
    }
    if (!changed.ok) return { ...wordsOf(changed), ok: false, typed };
    // Another tab may have chosen another organization meanwhile. This tab goes on with the one that it changed.
    const organization = form.get("organization");
    if (typeof organization === "string") await chooseInBrowser("organization", organization);
    const next = await done(changed, read.data);
    revalidatePath("/dashboard", "layout");
    if ("to" in next) redirect(next.to);
    return { ok: true, ...next };
  };
}

/** Runs and logs a fault of ours, for which it answers `null`. */
async function attempt<Value>(run: () => Promise<Value>): Promise<{ result: Value } | null> {
  try {
    return { result: await run() };
  } catch (fault) {
    const known = faultOf(fault);
    if (isOutage(known.code)) noteStatus(503);
    log.error({ event: "action_failed", ...known });
    return null;
  }
}

/** Answers the first error of each field, in the order of the fields. */
function errorsOf({ issues }: z.ZodError): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of issues) errors[String(path[0] ?? "")] ??= message;
  return errors;
}
