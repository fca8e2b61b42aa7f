import type { ReactNode } from "react";
import { config } from "#lib/core/config.ts";
import { currentMembership } from "../_lib/current-membership.ts";
import { Shell } from "./_components/shell.tsx";

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  return (
    <Shell currentMembership={await currentMembership()} isDemo={config().isDemo}>
      {children}
    </Shell>
  );
}
