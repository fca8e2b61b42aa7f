import type { Metadata } from "next";
import { PageHeader } from "#app/_ui/page-header.tsx";
import { InviteForm } from "../_components/invite-form.tsx";

export const metadata: Metadata = { title: "Invite member" };

/** Shows the dialog of the team's page, for browsers without script. */
export default function Invite() {
  return (
    <>
      <PageHeader heading="Invite member" help="team" parent={{ href: "/dashboard/team", name: "Team" }} />
      <InviteForm />
    </>
  );
}
