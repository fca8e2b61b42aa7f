import { nextPath } from "#app/_http/origin.ts";
import { formRoute } from "#app/_site/form-route.ts";
import { signInByLink } from "#lib/sign-in/link.ts";

export const POST = formRoute("open", async ({ form, browserInfo }) => {
  const next = nextPath(form("next"));
  const signedIn = await signInByLink(form("token"), next, browserInfo);
  if (!signedIn) return { to: `/sign-in?${new URLSearchParams({ problem: "link_dead", next })}` };
  return { to: next, setCookies: signedIn.setCookies };
});
