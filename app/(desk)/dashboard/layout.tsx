import type { ReactNode } from "react";
import { desk } from "#app/desk/member.ts";
import { Shell } from "#app/desk/ui/shell.tsx";
import { config } from "#lib/config.ts";

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  return (
    <Shell desk={await desk()} isDemo={config().isDemo}>
      {children}
    </Shell>
  );
}
