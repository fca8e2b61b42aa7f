import { redirect } from "next/navigation";
import { chooseInBrowser } from "#app/(dashboard)/_lib/browser-choice.ts";
import { signedInMember } from "#app/(dashboard)/_lib/current-membership.ts";

type Context = { params: Promise<{ organization: string }> };

/** Shows the organization that a link names, as a press in the menu does: a link tells nothing to who is no member of it. */
export async function GET(_request: Request, { params }: Context): Promise<never> {
  const { organization } = await params;
  const member = await signedInMember();
  if (!member) redirect(`/sign-in?next=/dashboard/organizations/${encodeURIComponent(organization)}`);
  if (member.organizations.some(({ id }) => id === organization)) await chooseInBrowser("organization", organization);
  redirect("/dashboard");
}
