import { nextPath } from "#app/_http/origin.ts";
import { formRoute } from "#app/_site/form-route.ts";
import { signInToDemo } from "#lib/sign-in/demo.ts";
import { sessionLine } from "#lib/sign-in/session.ts";

export const POST = formRoute("demo", async ({ form, browserInfo }) => {
  const secret = await signInToDemo(browserInfo);
  if (secret === null) return { to: "/sign-in" };
  return { to: nextPath(form("next")), setCookies: [sessionLine(secret)] };
});
