import { formRoute } from "#app/_site/form-route.ts";
import { cookieName, removalLine } from "#lib/runtime/cookie.ts";
import { signOut } from "#lib/sign-in/session.ts";

export const POST = formRoute("sign-out", async ({ browserInfo }) => ({
  to: "/sign-in?problem=signed_out",
  // The next user of this browser has other organizations.
  setCookies: [await signOut(browserInfo.cookies), removalLine(cookieName("organization"))],
}));
