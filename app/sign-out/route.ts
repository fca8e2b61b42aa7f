import { formRoute } from "#app/desk/form.ts";
import { signOut } from "#lib/auth.ts";

export const POST = formRoute("sign-out", async ({ visit }) => ({
  to: "/sign-in?problem=signed_out",
  setCookies: [await signOut(visit.cookies)],
}));
