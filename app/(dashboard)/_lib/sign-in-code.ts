import type { FormState } from "#app/_ui/form-state.ts";
import { CODE_FIELD, NEW_CODE } from "#app/_ui/sign-in-code.rules.ts";
import type { User } from "#lib/core/actor.ts";
import { asksAgain, isFresh, type Permission } from "#lib/core/permission.rules.ts";
import { confirmByCode, hasCodes, mailCode } from "#lib/sign-in/code.ts";
import { wordsOf } from "#lib/wording.ts";
import { readCurrentUser } from "./current-membership.ts";

type Asked = Omit<Extract<FormState, { ok: false }>, "typed">;

/** Says before the press what a form with this permission will ask for; `null`: nothing. `brief`: in a row of a table. */
export function askedFirst(permission: Permission, user: User, now: Date, brief: boolean): string | null {
  if (!asksAgain(permission, user.signedInAt, now)) return null;
  if (brief) return hasCodes() ? "First asks for a code" : "First asks you to sign in";
  const asks = hasCodes() ? `we first e-mail a code to ${user.email}` : "this first asks you to sign in again";
  return `You signed in more than ten minutes ago: ${asks}.`;
}

/** Mails a code and asks for it. Where members sign in at a provider, it asks them to do that again. */
export async function askForCode(user: User): Promise<Asked> {
  const mailed = await mailCode(user);
  if (mailed.ok)
    return {
      ok: false,
      heading: `We e-mailed a code to ${user.email}`,
      text: "Enter it below within ten minutes, so that an unlocked computer is not enough. Nothing has changed yet.",
      code: mailed.hasInbox ? "in_inbox" : "mailed",
      fields: {},
    };
  const words = { ...wordsOf(mailed), ok: false } as const;
  return mailed.reason === "code_not_sent" ? { ...words, code: "not_mailed" } : words;
}

/** Reads the code of a form, if it has one, and confirms the user with it. Whose sign-in is fresh needs none. */
export async function confirmed(form: FormData, user: User): Promise<{ ok: true; actor: User } | Asked> {
  if (form.has(NEW_CODE)) return askForCode(user);
  const code = form.get(CODE_FIELD);
  if (typeof code !== "string" || isFresh(user.signedInAt, new Date())) return { ok: true, actor: user };
  const tried = await confirmByCode(user, code);
  if (tried.ok) return tried;
  // The first half of a double click may have used the code up meanwhile.
  const actor = await readCurrentUser();
  if (actor && isFresh(actor.signedInAt, new Date())) return { ok: true, actor };
  return { ...wordsOf(tried), ok: false, code: "not_mailed" };
}
