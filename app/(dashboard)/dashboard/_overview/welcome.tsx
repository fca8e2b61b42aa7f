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
      <div className="stack">
        <NeedsBox refused={null} />
        <div className="grid2 wide">
          <section aria-labelledby="hello" className="stack">
            <h2 id="hello" className="sentence">
              See an age check in 20 seconds
            </h2>
            <p className="soft">A made-up eID stands in for the real one. It is free, and needs no domain.</p>
            <RunTestCheck />
            <ChecklistBox facts={checklist} runTest={null} />
          </section>
          {key && (
            <aside aria-labelledby="test-key" className="stack">
              <div className="card stack">
                <h2 id="test-key">Your test key</h2>
                <Copyable text={key} what="test key" />
                <p className="meta">It is public, so your page may show it. It works on localhost right away.</p>
                <ButtonLink href="/dashboard/connect?mode=test#code">Show code</ButtonLink>
              </div>
              <p className="meta">No checks yet. Your numbers appear here after the first one.</p>
            </aside>
          )}
        </div>
      </div>
    </>
  );
}
