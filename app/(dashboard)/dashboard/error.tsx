"use client";

import { Notice } from "#app/_ui/notice.tsx";

/** Replaces the page and keeps the navigation around it. */
export default function LoadFailed({ retry }: { retry: () => void }) {
  return (
    <>
      <div className="head">
        <h1>Sorry, this page could not be loaded</h1>
      </div>
      <Notice variant="bad" live="alert">
        <p>The problem is on our side.</p>
        <button type="button" className="btn" onClick={retry}>
          Try again
        </button>
      </Notice>
    </>
  );
}
