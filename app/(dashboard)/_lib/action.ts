import { revalidatePath } from "next/cache";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import type { z } from "zod";
import { isFromUs } from "#app/_http/browser.ts";
import type { FormState } from "#app/_ui/form-state.ts";
import type { User } from "#lib/core/actor.ts";
import { faultOf, log } from "#lib/core/log.ts";
import type { Result } from "#lib/core/result.ts";
import { wordsOf } from "#lib/wording.ts";
import { currentUser } from "./current-membership.ts";
import { chooseOrganizationInBrowser } from "./organization-cookie.ts";

const OUR_FAULT = "Sorry, that could not be saved. The problem is on our side: try again in a minute.";

const SIGNED_OUT = {
  heading: "You are signed out meanwhile",
  text: "What you typed is still here.",
  signIn: true,
} as const;

/** `secret`: what is shown this once. */
type Done = { said: string; secret?: string } | { to: string };

/**
 * The one way in which a page of the dashboard writes: from our own page, by somebody who is signed in, what was typed read
 * to the letter; whether they may is for the verb. The answer is a value that the form shows.
 */
export function action<Shape extends z.ZodObject, Value extends object>(
  shape: Shape,
  run: (user: User, input: z.infer<Shape>) => Promise<Result<Value, Parameters<typeof wordsOf>[0]["reason"]>>,
  done: (value: Value, input: z.infer<Shape>) => Done | Promise<Done>,
) {
  return async (_before: FormState, form: FormData): Promise<FormState> => {
    const given = typed(form);
    const failed = (heading: string, fields: Record<string, string> = {}) =>
      ({ ok: false, heading, fields, given }) as const;
    if (!isFromUs(await headers())) return failed("This form was not sent from our own page. Reload it and try again.");
    const asked = await attempted(currentUser);
    if (asked === null) return failed(OUR_FAULT);
    const user = asked.result;
    if (!user) return { ...SIGNED_OUT, ok: false, fields: {}, given };
    const read = shape.safeParse(Object.fromEntries(form));
    if (!read.success) return failed("Some of it needs another look", mistakesOf(read.error));
    const changed = await attempted(() => run(user, read.data));
    if (changed === null) return failed(OUR_FAULT);
    const ended = changed.result;
    if (!ended.ok) return { ...wordsOf(ended), ok: false, given };
    // Another tab may look at another organization by now: this one goes on showing what it wrote to.
    const organization = form.get("organization");
    if (typeof organization === "string") await chooseOrganizationInBrowser(organization);
    const next = await done(ended, read.data);
    revalidatePath("/dashboard", "layout");
    if ("to" in next) redirect(next.to);
    return { ok: true, ...next };
  };
}

/** `null`: a fault of ours. */
async function attempted<Result>(run: () => Promise<Result>): Promise<{ result: Result } | null> {
  try {
    return { result: await run() };
  } catch (fault) {
    log.error({ event: "action_failed", ...faultOf(fault) });
    return null;
  }
}

function typed(form: FormData): Record<string, string> {
  const fields = [...form].filter(([name, value]) => typeof value === "string" && !name.startsWith("$"));
  return Object.fromEntries(fields) as Record<string, string>;
}

function mistakesOf({ issues }: z.ZodError): Record<string, string> {
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [String(path[0] ?? ""), message]));
}
