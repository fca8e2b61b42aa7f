import type { ReactNode } from "react";
import { Box } from "./box.tsx";

/** Shows a page outside the dashboard: one card in the middle of the window. */
export function CenteredLayout({
  heading,
  below,
  children,
}: {
  heading: string;
  below?: ReactNode;
  children: ReactNode;
}) {
  return (
    <main className="mx-auto grid min-h-dvh w-full max-w-110 grid-cols-1 content-center gap-5 p-4 wrap-anywhere">
      <p className="flex min-h-[max(2.5rem,var(--spacing-control))] items-center justify-center gap-2.5 px-2 text-page tracking-normal">
        <AgewayMark className="size-6 text-accent" /> Ageway
      </p>
      <Box className="grid content-start gap-5 p-6 *:min-w-0 [&_form_button]:w-full">
        <h1>{heading}</h1>
        {children}
      </Box>
      {below}
    </main>
  );
}

/** Draws the mark of Ageway: an open door. */
export function AgewayMark({ className }: { className: string }) {
  return (
    <svg className={className} aria-hidden="true" viewBox="0 0 24 24" fill="currentColor">
      <path d="M5 2h11a2 2 0 0 1 2 2v17H5z" opacity=".3" />
      <path d="M5 2 14 6v17L5 20z" />
    </svg>
  );
}
