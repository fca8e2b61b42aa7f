import type { ReactNode } from "react";
import { listDomains } from "#lib/domains/domain.ts";
import { config } from "#lib/runtime/config.ts";
import { currentMembership } from "../_lib/current-membership.ts";
import { loadOrFail } from "../_lib/load-or-fail.ts";
import { currentTheme } from "../_lib/theme.ts";
import { DashboardLayout } from "./_layout/dashboard-layout.tsx";

export default async function Layout({ children }: { children: ReactNode }) {
  const membership = await currentMembership();
  const { user, organization } = membership;
  const domains = await loadOrFail("domains", () => listDomains(user, organization.id));
  const lost = domains?.ok ? domains.rows.filter(({ missingSince }) => missingSince !== null).length : 0;
  return (
    <DashboardLayout
      currentMembership={membership}
      theme={await currentTheme()}
      isDemo={config().isDemo}
      alarms={{ "/dashboard/domains": lost }}
    >
      {children}
    </DashboardLayout>
  );
}
