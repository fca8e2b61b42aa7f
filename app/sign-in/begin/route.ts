import { formRoute } from "#app/_site/form-route.ts";
import { createFirstOwner } from "#lib/sign-in/first-owner.ts";
import { openSession, sessionLine } from "#lib/sign-in/session.ts";

export const POST = formRoute("begin", async ({ form, browserInfo }) => {
  const token = form("token");
  const begun = await createFirstOwner(token, form("email"), form("name"));
  if (!begun.ok && begun.reason === "link_dead") return { to: "/sign-in?problem=link_dead" };
  if (!begun.ok) return { to: `/sign-in/first?${new URLSearchParams({ token, problem: begun.reason })}` };
  const secret = await openSession(begun.userId, browserInfo.browser);
  return { to: "/dashboard", setCookies: [sessionLine(secret)] };
});
