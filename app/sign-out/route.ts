import { formRoute } from "#app/desk/form.ts";
import { signOut } from "#lib/auth.ts";
import { cookieName, removalLine } from "#lib/cookie.ts";

export const POST = formRoute("sign-out", async ({ visit }) => ({
  to: "/sign-in?problem=signed_out",
  // Whoever sits here next has organizations of their own.
  setCookies: [await signOut(visit.cookies), removalLine(cookieName("organization"))],
}));
