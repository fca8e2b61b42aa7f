import { NO_STORE } from "#app/_http/responses.ts";
import { inPageTurn } from "#lib/limits/page-turn.ts";
import { shownOrganization } from "#lib/organizations/member.ts";
import { type CurrentMembership, signedInMember } from "./current-membership.ts";

type Refused = { ok: false; reason: string };

/**
 * Answers a GET of a member, in turn with the pages: 401 if nobody is signed in, 404 for another's organization, 403 if the role does
 * not allow it.
 */
export async function memberRoute(
  request: Request,
  answer: (currentMembership: Pick<CurrentMembership, "user" | "organization">) => Promise<Response | Refused>,
): Promise<Response> {
  const member = await signedInMember();
  if (!member) return refusal(401);
  const { user, organizations, chosen } = member;
  // The linking page names the organization that it shows.
  const named = new URL(request.url).searchParams.get("organization");
  const organization =
    named === null ? shownOrganization(organizations, chosen) : organizations.find(({ id }) => id === named);
  if (!organization) return refusal(404);
  const answered = await inPageTurn(organization.id, () => answer({ user, organization }));
  if (answered instanceof Response) return answered;
  return refusal(answered.reason === "not_allowed" ? 403 : 404);
}

function refusal(status: 401 | 403 | 404): Response {
  const texts = { 401: "Sign in first.", 403: "Your role does not allow this.", 404: "There is nothing here." };
  return new Response(texts[status], { status, headers: { ...NO_STORE, "Content-Type": "text/plain; charset=utf-8" } });
}
