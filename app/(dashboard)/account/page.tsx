import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { ActionForm } from "#app/_ui/action-form.tsx";
import { Badge } from "#app/_ui/badge.tsx";
import { ButtonLink } from "#app/_ui/button.tsx";
import { formatDate } from "#app/_ui/format-date.ts";
import { PageHeader } from "#app/_ui/page-header.tsx";
import { Section } from "#app/_ui/section.tsx";
import { listSessions } from "#lib/sign-in/sessions.ts";
import { currentUser } from "../_lib/current-membership.ts";
import { endAll, endSessionAction } from "./actions.ts";

export const metadata: Metadata = { title: "Your sign-ins" };

export default async function Account() {
  const user = await currentUser();
  if (!user) redirect("/sign-in?next=/dashboard");
  const sessions = await listSessions(user);
  return (
    <main className="mx-auto grid w-full max-w-3xl gap-6 p-4 py-10">
      <PageHeader heading="Your sign-ins" action={<ButtonLink href="/dashboard">Back to the dashboard</ButtonLink>}>
        <p>{user.email} is signed in with these browsers. Times are in UTC.</p>
      </PageHeader>
      <Section>
        <ul className="divide-y divide-line">
          {sessions.map(({ id, browser, createdAt, lastSeenAt, isCurrent }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-3">
              <div>
                <p className="flex flex-wrap items-center gap-2 font-medium">
                  {browser || "A browser"} {isCurrent && <Badge variant="good">this one</Badge>}
                </p>
                <p className="text-sm text-soft">
                  Since {formatDate(createdAt, "UTC")}, last seen {formatDate(lastSeenAt, "UTC")}
                </p>
              </div>
              {!isCurrent && (
                <ActionForm
                  action={endSessionAction}
                  hidden={{ session: id }}
                  button={
                    <>
                      Sign out<span className="sr-only"> of {browser}</span>
                    </>
                  }
                  size="sm"
                />
              )}
            </li>
          ))}
        </ul>
      </Section>
      <Section heading="Sign out everywhere" lead="Ends all of them, this one too.">
        <ActionForm action={endAll} button="Sign out everywhere" variant="destructive" />
      </Section>
    </main>
  );
}
