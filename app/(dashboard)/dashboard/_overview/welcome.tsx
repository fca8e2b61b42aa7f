import { Card } from "#app/_ui/box.tsx";
import { ButtonLink } from "#app/_ui/button.tsx";
import { Copyable } from "#app/_ui/copy-button.tsx";
import { PageHeader } from "#app/_ui/page-header.tsx";
import { currentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { loadOrFail } from "#app/(dashboard)/_lib/load-or-fail.ts";
import type { Overview } from "#lib/activity/overview.ts";
import { isOver } from "#lib/keys/plugin-key.rules.ts";
import { listKeys } from "#lib/keys/plugin-key.ts";
import { ChecklistBox } from "./checklist-box.tsx";
import { NeedsBox } from "./needs-box.tsx";
import { RunTestCheck } from "./run-test-check.tsx";

/** Shows the overview of an organization without any call yet: one thing to do, now. */
export async function Welcome({ checklist }: { checklist: Overview["checklist"] }) {
  const { user, organization } = await currentMembership();
  const { id, name } = organization;
  const listed = await loadOrFail("keys", () => listKeys(user, id));
  const now = new Date();
  const key = listed?.ok ? listed.rows.find((one) => one.mode === "test" && !isOver(one, now))?.key : undefined;
  return (
    <>
      <PageHeader heading={`Welcome to ${name}`} help="welcome" />
      <div className="grid content-start gap-4 *:min-w-0">
        <NeedsBox refused={null} />
        <div className="grid gap-8 not-first:mt-4 *:min-w-0 min-[60rem]:grid-cols-[minmax(0,1fr)_22rem]">
          <section aria-labelledby="hello" className="grid content-start gap-4 *:min-w-0">
            <h2 id="hello" className="text-page">
              See an age check in 20 seconds
            </h2>
            <p className="text-soft">A made-up eID stands in for the real one. It is free, and needs no domain.</p>
            <RunTestCheck />
            <div className="mt-4">
              <ChecklistBox facts={checklist} runTest={null} />
            </div>
          </section>
          {key && (
            <aside aria-labelledby="test-key" className="grid content-start gap-4 *:min-w-0">
              <Card className="grid content-start gap-4 *:min-w-0">
                <h2 id="test-key">Your test key</h2>
                <Copyable text={key} what="test key" />
                <p className="text-meta text-soft">
                  It is public, so your page may show it. It works on localhost right away.
                </p>
                <ButtonLink href="/dashboard/connect?mode=test#code">Show code</ButtonLink>
              </Card>
              <p className="text-meta text-soft">No checks yet. Your numbers appear here after the first one.</p>
            </aside>
          )}
        </div>
      </div>
    </>
  );
}
