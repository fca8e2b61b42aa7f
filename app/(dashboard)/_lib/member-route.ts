import { NO_STORE } from "#app/_http/responses.ts";
import { type CurrentMembership, organizationAt, signedInMember } from "./current-membership.ts";

type Refused = { ok: false; reason: string };

/** A file for whoever may have it: 401 for nobody, 404 for strangers, 403 for a role that may not. */
export async function memberRoute(
  request: Request,
  answer: (currentMembership: Pick<CurrentMembership, "user" | "organization">) => Promise<Response | Refused>,
): Promise<Response> {
  const memberRoute = await signedInMember();
  if (!memberRoute) return refusal(401);
  const { user, organizations, chosen } = memberRoute;
  // The page that leads here says which organization it shows.
  const named = new URL(request.url).searchParams.get("organization");
  const organization = organizationAt(organizations, named ?? chosen);
  if (!organization) return refusal(404);
  const answered = await answer({ user, organization });
  if (answered instanceof Response) return answered;
  return refusal(answered.reason === "not_allowed" ? 403 : 404);
}

function refusal(status: 401 | 403 | 404): Response {
  const words = { 401: "Sign in first.", 403: "Your role does not allow this.", 404: "There is nothing here." };
  return new Response(words[status], { status, headers: { ...NO_STORE, "Content-Type": "text/plain; charset=utf-8" } });
}
