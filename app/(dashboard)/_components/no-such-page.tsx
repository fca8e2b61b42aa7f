import { headers } from "next/headers";
import { ButtonLink } from "#app/_ui/button.tsx";
import { PageHeader } from "#app/_ui/page-header.tsx";
import { noteStatus } from "#lib/observe/request-context.ts";
import { readMode } from "../_lib/mode.ts";
import { SearchForm } from "../dashboard/search/_components/search-form.tsx";

/**
 * Says in the layout that the address names nothing, or another organization's, and offers to look for its last part. Answers
 * 404. Next's own `notFound` sends an empty page, which only script fills.
 */
export async function NoSuchPage() {
  noteStatus(404);
  const { pathname, searchParams } = new URL((await headers()).get("x-path") ?? "/", "http://localhost");
  return (
    <>
      <PageHeader heading="Page not found">
        <p>This page does not exist, or you do not have access to it.</p>
      </PageHeader>
      <div className="grid gap-4">
        <SearchForm query={wordsAtEnd(pathname)} mode={readMode({ mode: searchParams.get("mode") ?? undefined })} />
        <ButtonLink variant="primary" href="/dashboard" className="justify-self-start">
          Go to Overview
        </ButtonLink>
      </div>
    </>
  );
}

/** Reads what the address ends with as words. What is percent-encoded parts them. */
function wordsAtEnd(path: string): string {
  return (path.split("/").at(-1) ?? "").replaceAll(/%[0-9a-f]{2}/gi, " ").trim();
}
