import { nextPath } from "#app/_http/origin.ts";
import { formRoute } from "#app/_site/form-route.ts";
import { requestLink } from "#lib/sign-in/link.ts";

export const POST = formRoute("email", async ({ form }) => {
  const next = nextPath(form("next"));
  const asked = await requestLink(form("email"), next);
  return { to: asked.ok ? "/sign-in/sent" : `/sign-in?${new URLSearchParams({ problem: asked.reason, next })}` };
});
