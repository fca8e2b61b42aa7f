import { formRoute } from "#app/desk/form.ts";
import { nextPath } from "#app/desk/visit.ts";
import { signInByLink } from "#lib/auth.ts";

export const POST = formRoute("open", async ({ form, visit }) => {
  const next = nextPath(form("next"));
  const signedIn = await signInByLink(form("token"), next, visit);
  if (!signedIn) return { to: `/sign-in?${new URLSearchParams({ problem: "link_dead", next })}` };
  return { to: next, setCookies: signedIn.setCookies };
});
