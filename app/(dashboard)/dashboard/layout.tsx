import type { ReactNode } from "react";
import { config } from "#lib/core/config.ts";
import { currentMembership } from "../_lib/current-membership.ts";
import { currentTheme } from "../_lib/theme.ts";
import { Frame } from "./_frame/frame.tsx";

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  return (
    <Frame currentMembership={await currentMembership()} theme={await currentTheme()} isDemo={config().isDemo}>
      {children}
    </Frame>
  );
}
