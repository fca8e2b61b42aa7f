"use client";

import { Notice } from "#app/_ui/notice.tsx";
import { TryAgain } from "../_components/try-again.tsx";

/** Replaces the page and keeps the navigation around it. */
export default function LoadFailed({ retry }: { retry: () => void }) {
  return (
    <>
      <h1 className="mb-4 flex min-h-10 items-center lg:mb-5">Sorry, this page could not be loaded</h1>
      <Notice variant="bad" live="alert" action={<TryAgain onClick={retry} />}>
        <p>The problem is on our side.</p>
      </Notice>
    </>
  );
}
