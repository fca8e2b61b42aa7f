"use client";

import { TryAgain } from "../_components/try-again.tsx";

/** Replaces the page and keeps the navigation around it. Every page loads it, so it does without `Notice` and its icons. */
export default function LoadFailed({ retry }: { retry: () => void }) {
  return (
    <>
      <h1 className="mb-4 flex min-h-10 items-center lg:mb-5">Sorry, this page could not be loaded</h1>
      <p role="alert" className="rounded-m bg-bad-wash px-4 py-3">
        The problem is on our side. <TryAgain onClick={retry} />
      </p>
    </>
  );
}
