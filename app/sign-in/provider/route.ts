import { nextPath } from "#app/_http/origin.ts";
import { formRoute } from "#app/_site/form-route.ts";
import { startProviderSignIn } from "#lib/sign-in/provider.ts";

export const POST = formRoute("provider", async ({ form, browserInfo }) => {
  const next = nextPath(form("next"));
  const sent = await startProviderSignIn(next, browserInfo);
  if (!sent) return { to: `/sign-in?${new URLSearchParams({ problem: "provider_down", next })}` };
  return { to: sent.location, setCookies: sent.setCookies };
});
