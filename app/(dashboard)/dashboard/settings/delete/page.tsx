import type { Metadata } from "next";
import { PageHeader } from "#app/_ui/page-header.tsx";
import { currentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { DeleteForm } from "../_components/delete-form.tsx";

export const metadata: Metadata = { title: "Delete organization" };

/** Shows what the dialog of Settings shows, for browsers without script. */
export default async function DeleteOrganization() {
  const { name } = (await currentMembership()).organization;
  return (
    <>
      <PageHeader
        help="settings"
        heading={`Delete ${name}?`}
        parent={{ href: "/dashboard/settings", name: "Settings" }}
      />
      <DeleteForm name={name} />
    </>
  );
}
