"use client";

import { CenteredLayout } from "#app/_ui/centered-layout.tsx";

/** Does without `Button`, which brings the router's links: every page loads this file. */
export default function LoadFailed({ retry }: { retry: () => void }) {
  return (
    <CenteredLayout heading="Sorry, this page could not be loaded">
      <p>The problem is on our side. Try again in a minute.</p>
      <button type="button" className="btn first" onClick={retry}>
        Try again
      </button>
    </CenteredLayout>
  );
}
