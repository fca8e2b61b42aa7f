import type { ReactNode } from "react";
import { PageHeader } from "#app/_ui/page-header.tsx";
import { Tabs } from "#app/_ui/tabs.tsx";
import { type CurrentMembership, currentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { whoMay } from "#app/(dashboard)/_lib/disabled-reason.ts";
import { NotAllowed } from "#app/(dashboard)/dashboard/_components/not-allowed.tsx";
import { mayEver } from "#lib/core/permission.rules.ts";

const TABS = [
  { href: "/dashboard/billing", name: "Usage" },
  { href: "/dashboard/billing/plan", name: "Plan and cap" },
  { href: "/dashboard/billing/invoices", name: "Invoices" },
] as const;

type Props = {
  tab: (typeof TABS)[number]["name"];
  tools?: ReactNode;
  children: (currentMembership: CurrentMembership) => ReactNode;
};

/** Shows the heading and the tabs of Billing, above what this member may see of it. */
export async function BillingPage({ tab, tools, children }: Props) {
  const membership = await currentMembership();
  const maySee = mayEver(membership.organization.role, "see billing");
  return (
    <>
      <PageHeader heading="Billing" help="billing" action={maySee && tools} />
      <Tabs label="Billing" links={TABS.map(({ href, name }) => ({ href, name, isCurrent: name === tab }))} />
      {maySee ? children(membership) : <NotAllowed what="billing" who={whoMay("see billing")} />}
    </>
  );
}
