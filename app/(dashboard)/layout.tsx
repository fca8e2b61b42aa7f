import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { Nonce } from "#app/_ui/nonce.tsx";
import "./dashboard.css";

export const metadata: Metadata = {
  title: { template: "%s – Ageway", default: "Ageway" },
  robots: { index: false },
  icons: { icon: "data:," },
};

export const viewport: Viewport = { colorScheme: "light dark", width: "device-width", initialScale: 1 };

/** The layout of every page for members, sign-in included. Pages read the session, so none is cached. */
export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get("x-nonce") ?? "";
  return (
    <html lang="en">
      <body className="min-h-dvh font-sans antialiased">
        <Nonce value={nonce} />
        {children}
      </body>
    </html>
  );
}
