import type { Metadata } from "next";
import { PageHeader } from "#app/_ui/page-header.tsx";
import { currentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { disabledReasonFor } from "#app/(dashboard)/_lib/disabled-reason.ts";
import { rolesGivenBy } from "#lib/core/permission.rules.ts";
import { InviteForm } from "../_components/invite-form.tsx";

export const metadata: Metadata = { title: "Invite member" };

/** The dialog of the team's page, for browsers without script. */
export default async function Invite() {
  const { organization } = await currentMembership();
  const { id, role } = organization;
  return (
    <>
      <PageHeader heading="Invite member" help="team" parent={{ href: "/dashboard/team", name: "Team" }} />
      <InviteForm
        organization={id}
        given={rolesGivenBy(role)}
        disabledReason={disabledReasonFor(role, "invite members")}
      />
    </>
  );
}
