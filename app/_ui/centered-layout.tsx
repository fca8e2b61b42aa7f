import type { ReactNode } from "react";
import { AgewayMark } from "./ageway-mark.tsx";
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
    <main className="mx-auto grid min-h-dvh w-full max-w-110 grid-cols-1 content-center gap-5 p-4 wrap-anywhere [--container-field:none]">
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
