"use client";

import { CenteredLayout } from "#app/_ui/centered-layout.tsx";
import { TryAgain } from "./_components/try-again.tsx";

export default function LoadFailed({ retry }: { retry: () => void }) {
  return (
    <CenteredLayout heading="Sorry, this page could not be loaded">
      <p>
        The problem is on our side. <TryAgain onClick={retry} /> in a minute.
      </p>
    </CenteredLayout>
  );
}
