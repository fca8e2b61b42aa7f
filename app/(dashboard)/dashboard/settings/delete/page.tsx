import type { Metadata } from "next";
import { PageHeader } from "#app/_ui/page-header.tsx";
import { currentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { disabledReasonFor } from "#app/(dashboard)/_lib/disabled-reason.ts";
import { DeleteForm } from "../_components/delete-form.tsx";

export const metadata: Metadata = { title: "Delete organization" };

/** Shows what the dialog of Settings shows, for browsers without script. */
export default async function DeleteOrganization() {
  const { organization } = await currentMembership();
  const { id, name, role } = organization;
  return (
    <>
      <PageHeader
        help="settings"
        heading={`Delete ${name}?`}
        parent={{ href: "/dashboard/settings", name: "Settings" }}
      />
      <DeleteForm organization={id} name={name} disabledReason={disabledReasonFor(role, "delete the organization")} />
    </>
  );
}
