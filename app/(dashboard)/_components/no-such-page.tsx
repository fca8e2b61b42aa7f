import { ButtonLink } from "#app/_ui/button.tsx";
import { PageHeader } from "#app/_ui/page-header.tsx";
import { noteStatus } from "#lib/observe/request-context.ts";

/**
 * Says in the layout that the address names nothing, or another organization's. Answers 404. Next's own `notFound` sends an
 * empty page, which only script fills.
 */
export function NoSuchPage() {
  noteStatus(404);
  return (
    <>
      <PageHeader heading="Page not found">
        <p>This page does not exist, or you do not have access to it.</p>
      </PageHeader>
      <div className="flex flex-wrap gap-2">
        <ButtonLink variant="primary" href="/dashboard">
          Go to Overview
        </ButtonLink>
        <ButtonLink href="/dashboard/search">Search</ButtonLink>
      </div>
    </>
  );
}
