import type { Metadata } from "next";
import { PageHeader } from "#app/_ui/page-header.tsx";
import { NoSuchPage } from "#app/(dashboard)/_components/no-such-page.tsx";
import { currentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { listMembers } from "#lib/organizations/member.ts";
import { MemberForms } from "../_components/member-forms.tsx";

export const metadata: Metadata = { title: "Member" };

/** Shows the dialog of the team's page, for browsers without script. */
export default async function Member({ params }: { params: Promise<{ member: string }> }) {
  const { user, organization } = await currentMembership();
  const { member } = await params;
  const listed = await listMembers(user, organization.id);
  const row = listed.ok ? listed.rows.find(({ userId }) => userId === member) : undefined;
  if (!row || row.userId === user.id) return <NoSuchPage />;
  return (
    <>
      <PageHeader heading={row.email} help="team" parent={{ href: "/dashboard/team", name: "Team" }} />
      <MemberForms row={row} />
    </>
  );
}
