import type { Metadata, Viewport } from "next";
import localFont from "next/font/local";
import type { ReactNode } from "react";
import { currentTheme } from "./_lib/theme.ts";
import "./dashboard.css";

export const metadata: Metadata = {
  title: { template: "%s – Ageway", default: "Ageway" },
  robots: { index: false },
};

export const viewport: Viewport = { colorScheme: "light dark", width: "device-width", initialScale: 1 };

/**
 * Loads the font from our own origin, with the page. Where it is late, the page keeps the machine's font until the next load:
 * a font that came in between moved a table by a line.
 */
const inter = localFont({
  src: [
    { path: "../../node_modules/@fontsource/inter/files/inter-latin-400-normal.woff2", weight: "400" },
    { path: "../../node_modules/@fontsource/inter/files/inter-latin-600-normal.woff2", weight: "600" },
  ],
  variable: "--inter",
  display: "optional",
});

/** Lays out every page. It is drawn once all of it is there: otherwise a table moves its columns while its rows come. */
export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const theme = await currentTheme();
  return (
    <html lang="en" className={inter.variable} data-theme={theme === "system" ? undefined : theme}>
      <body>
        <link rel="expect" href="#end" blocking="render" />
        {children}
        <div id="end" hidden />
      </body>
    </html>
  );
}
