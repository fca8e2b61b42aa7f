import type { Metadata } from "next";
import { ActionForm } from "#app/_ui/action-form.tsx";
import { Badge } from "#app/_ui/badge.tsx";
import { Notice } from "#app/_ui/notice.tsx";
import { PageHeader } from "#app/_ui/page-header.tsx";
import { Section } from "#app/_ui/section.tsx";
import { Cell, Row, Table } from "#app/_ui/table.tsx";
import { currentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { readerDates } from "#app/(dashboard)/_lib/reader-dates.ts";
import { listSessions } from "#lib/sign-in/sessions.ts";
import { endAll, endSessionAction } from "./actions.ts";

export const metadata: Metadata = { title: "Your sessions" };

export default async function AccountPage({ searchParams }: { searchParams: Promise<{ done?: string }> }) {
  const { user } = await currentMembership();
  const sessions = await listSessions(user);
  const { moment, when } = await readerDates();
  return (
    <>
      <PageHeader heading="Your sessions" help="sessions">
        <p>
          Browsers in which you are signed in as <b>{user.email}</b>.
        </p>
      </PageHeader>
      {(await searchParams).done === "ended" && (
        <Notice variant="good" heading="That browser is signed out." live="status" />
      )}
      <Table
        caption="Your sessions"
        stack
        boxed
        head={["Browser", { name: "Since", minor: true }, "Last seen", <span className="sr-only">Sign out</span>]}
      >
        {sessions.map(({ id, browser, createdAt, lastSeenAt, isCurrent }) => (
          <Row key={id}>
            <Cell heading whole>
              <span className="flex flex-wrap items-center gap-2">
                {browser || "Unknown browser"} {isCurrent && <Badge variant="good">This one</Badge>}
              </span>
            </Cell>
            <Cell minor nowrap>
              {moment(createdAt)}
            </Cell>
            <Cell soft nowrap className="first-letter:uppercase">
              <span className="hidden @max-phone/sheet:inline-flex">Last seen</span>{" "}
              {isCurrent ? "now" : when(lastSeenAt)}
            </Cell>
            <Cell num end>
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
            </Cell>
          </Row>
        ))}
      </Table>
      <Section heading="Sign out everywhere" lead="Ends every session, this one included.">
        <ActionForm action={endAll} button="Sign out everywhere" variant="destructive" />
      </Section>
    </>
  );
}
