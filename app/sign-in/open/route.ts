import { nextPath } from "#app/_http/origin.ts";
import { formRoute } from "#app/_site/form-route.ts";
import { signInByLink } from "#lib/sign-in/link.ts";
import { sessionLine } from "#lib/sign-in/session.ts";

export const POST = formRoute("open", async ({ form, browserInfo }) => {
  const next = nextPath(form("next"));
  const secret = await signInByLink(form("token"), browserInfo);
  if (secret === null) return { to: `/sign-in?${new URLSearchParams({ problem: "link_dead", next })}` };
  return { to: next, setCookies: [sessionLine(secret)] };
});
