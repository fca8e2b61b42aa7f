import type { Metadata, Viewport } from "next";
import type { ReactNode } from "react";
import { currentTheme } from "./_lib/theme.ts";
import "./dashboard.css";

export const metadata: Metadata = {
  title: { template: "%s – Ageway", default: "Ageway" },
  robots: { index: false },
};

export const viewport: Viewport = { colorScheme: "light dark", width: "device-width", initialScale: 1 };

/** The layout of every page for members, sign-in included. Pages read the session, so none is cached. */
export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const theme = await currentTheme();
  return (
    <html lang="en" data-theme={theme === "system" ? undefined : theme}>
      <body>{children}</body>
    </html>
  );
}
