import { formRoute } from "#app/desk/form.ts";
import { nextPath } from "#app/desk/visit.ts";
import { askForLink } from "#lib/auth.ts";

export const POST = formRoute("email", async ({ form }) => {
  const next = nextPath(form("next"));
  const asked = await askForLink(form("email"), next);
  return { to: asked.ok ? "/sign-in/sent" : `/sign-in?${new URLSearchParams({ problem: asked.reason, next })}` };
});
