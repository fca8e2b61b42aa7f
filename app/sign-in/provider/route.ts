import { formRoute } from "#app/desk/form.ts";
import { nextPath } from "#app/desk/visit.ts";
import { signInByProvider } from "#lib/auth.ts";

export const POST = formRoute("provider", async ({ form, visit }) => {
  const next = nextPath(form("next"));
  const sent = await signInByProvider(next, visit);
  if (!sent) return { to: `/sign-in?${new URLSearchParams({ problem: "provider_down", next })}` };
  return { to: sent.location, setCookies: sent.setCookies };
});
