"use client";

import { Button } from "#app/_ui/button.tsx";
import { Notice } from "#app/_ui/notice.tsx";

/** Replaces the page and keeps the navigation around it. */
export default function LoadFailed({ retry }: { retry: () => void }) {
  return (
    <>
      <h1 className="mb-4 flex min-h-10 items-center lg:mb-5">Sorry, this page could not be loaded</h1>
      <Notice
        variant="bad"
        live="alert"
        action={
          <Button type="button" onClick={retry}>
            Try again
          </Button>
        }
      >
        <p>The problem is on our side.</p>
      </Notice>
    </>
  );
}
