import type { Metadata } from "next";
import { PageHeader } from "#app/_ui/page-header.tsx";
import { NoSuchPage } from "#app/(dashboard)/_components/no-such-page.tsx";
import { currentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { readDomain } from "#lib/domains/domain.ts";
import { RemoveForm } from "../../_components/remove-form.tsx";

export const metadata: Metadata = { title: "Remove domain" };

/** Shows the dialog of the domain's page, for browsers without script. */
export default async function RemoveDomain({ params }: { params: Promise<{ host: string }> }) {
  const { user, organization } = await currentMembership();
  const found = await readDomain(user, organization.id, decodeURIComponent((await params).host));
  if (!found.ok) return <NoSuchPage />;
  const { host, unicode } = found.domain;
  return (
    <>
      <PageHeader
        help="domains"
        heading={`Remove ${unicode}?`}
        parent={{ href: `/dashboard/domains/${host}`, name: unicode }}
      />
      <RemoveForm host={host} unicode={unicode} />
    </>
  );
}
