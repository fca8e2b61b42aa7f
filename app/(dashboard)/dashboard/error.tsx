"use client";

import { Button } from "#app/_ui/button.tsx";
import { Notice } from "#app/_ui/notice.tsx";
import { PageHead } from "#app/_ui/page-header.tsx";

/** The frame around it stands: only this page could not be loaded. */
export default function Failed({ retry }: { retry: () => void }) {
  return (
    <>
      <PageHead heading="Sorry, this page could not be loaded" />
      <Notice variant="bad" live="alert">
        <p>The problem is on our side, and nothing was changed.</p>
        <Button type="button" className="mt-2 justify-self-start" onClick={retry}>
          Retry
        </Button>
      </Notice>
    </>
  );
}
