"use client";

import { TryAgain } from "../_components/try-again.tsx";

/** Replaces the page and keeps the navigation around it. Every page loads it, so it does without `Notice` and its icons. */
export default function LoadFailed({ retry }: { retry: () => void }) {
  return (
    <>
      <h1 className="mb-4 flex min-h-10 items-center lg:mb-5">Sorry, this page could not be loaded</h1>
      <div role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-m bg-bad-wash px-4 py-3">
        <p>The problem is on our side.</p>
        <TryAgain onClick={retry} />
      </div>
    </>
  );
}
