import type { ReactNode } from "react";

/** For pages outside the dashboard, such as sign-in: one card in the middle of the window. */
export function CenteredLayout({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <main className="mx-auto grid min-h-dvh w-full max-w-md content-center gap-6 p-4">
      <p className="flex items-center gap-2 font-semibold">
        <AgewayMark /> Ageway
      </p>
      <div className="grid gap-5 rounded-xl border border-line bg-card p-6">
        <h1 className="text-2xl font-semibold text-balance">{heading}</h1>
        {children}
      </div>
    </main>
  );
}

/** The mark of Ageway: an open door. */
export function AgewayMark() {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" className="size-7 shrink-0 text-accent">
      <path fill="currentColor" d="M5 2h11a2 2 0 0 1 2 2v17H5z" opacity=".25" />
      <path fill="currentColor" d="M5 2 14 6v17L5 20z" />
      <circle cx="11.4" cy="13" r="1.1" fill="var(--card)" />
    </svg>
  );
}
