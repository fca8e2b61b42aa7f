"use client";

import { Button } from "#app/_ui/button.tsx";
import { CenteredLayout } from "#app/_ui/centered-layout.tsx";

export default function LoadFailed({ retry }: { retry: () => void }) {
  return (
    <CenteredLayout heading="Sorry, this page could not be loaded">
      <p>The problem is on our side. Try again in a minute.</p>
      <Button type="button" variant="primary" onClick={retry}>
        Try again
      </Button>
    </CenteredLayout>
  );
}
