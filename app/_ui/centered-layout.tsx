import type { ReactNode } from "react";

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
    <main className="centered">
      <p className="org">
        <AgewayMark /> Ageway
      </p>
      <div className="card stack">
        <h1>{heading}</h1>
        {children}
      </div>
      {below}
    </main>
  );
}

/** Draws the mark of Ageway: an open door. */
export function AgewayMark() {
  return (
    <svg className="door" aria-hidden="true" viewBox="0 0 24 24" fill="currentColor">
      <path d="M5 2h11a2 2 0 0 1 2 2v17H5z" opacity=".3" />
      <path d="M5 2 14 6v17L5 20z" />
    </svg>
  );
}
