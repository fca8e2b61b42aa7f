import { formRoute } from "#app/_http/form-route.ts";
import { nextPath } from "#app/_http/origin.ts";
import { askForLink } from "#lib/sign-in/auth.ts";

export const POST = formRoute("email", async ({ form }) => {
  const next = nextPath(form("next"));
  const asked = await askForLink(form("email"), next);
  return { to: asked.ok ? "/sign-in/sent" : `/sign-in?${new URLSearchParams({ problem: asked.reason, next })}` };
});
