import type { Metadata } from "next";
import { desk } from "#app/desk/member.ts";
import { whoMay } from "#app/desk/off.ts";
import { PageHead } from "#app/desk/ui/page-head.tsx";
import { Empty, NotAllowed } from "#app/desk/ui/states.tsx";
import { mayEver } from "#lib/rules/permission.ts";

export const metadata: Metadata = { title: "Billing" };

export default async function Billing() {
  const { organization } = await desk();
  return (
    <>
      <PageHead heading="Billing" />
      {mayEver(organization.role, "see billing") ? (
        <Empty heading="Not here yet">
          The operator of this service sets your prices and your spend cap, and sends your invoices. Test checks cost
          nothing.
        </Empty>
      ) : (
        <NotAllowed what="billing" who={whoMay("see billing")} />
      )}
    </>
  );
}
