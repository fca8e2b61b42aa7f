import type { Metadata } from "next";
import { Button, ButtonLink } from "#app/_ui/button.tsx";
import { Empty } from "#app/_ui/empty.tsx";
import { Icon } from "#app/_ui/icon.tsx";
import { LoadError } from "#app/_ui/load-error.tsx";
import { PageHeader } from "#app/_ui/page-header.tsx";
import { currentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { disabledReasonFor } from "#app/(dashboard)/_lib/disabled-reason.ts";
import { loadOrFail } from "#app/(dashboard)/_lib/load-or-fail.ts";
import { inMode, readMode } from "#app/(dashboard)/_lib/mode.ts";
import { readerDates } from "#app/(dashboard)/_lib/reader-dates.ts";
import { ReadOnly } from "#app/(dashboard)/dashboard/_components/read-only.tsx";
import { keyUseOf } from "#lib/activity/key-use.ts";
import { isOver } from "#lib/keys/plugin-key.rules.ts";
import { listKeys } from "#lib/keys/plugin-key.ts";
import { EndedKeys, KeysTable } from "./_components/keys-table.tsx";

export const metadata: Metadata = { title: "Keys" };

type Props = { searchParams: Promise<{ mode?: string | string[] }> };

export default async function Keys({ searchParams }: Props) {
  const { user, organization } = await currentMembership();
  const mode = readMode(await searchParams);
  const { id, role } = organization;
  const [listed, use] = await Promise.all([
    loadOrFail("keys", () => listKeys(user, id)),
    loadOrFail("key use", () => keyUseOf(user, id)),
  ]);
  const uses = use?.ok ? new Map(use.rows.map((row) => [row.key, row])) : null;
  const { now } = await readerDates();
  const keys = listed?.ok ? listed.rows.filter((one) => one.mode === mode) : [];
  const [ended, used] = [keys.filter((one) => isOver(one, now)), keys.filter((one) => !isOver(one, now))];
  const others = listed?.ok ? listed.rows.filter((one) => one.mode !== mode && !isOver(one, now)).length : 0;
  const other = mode === "live" ? "test" : "live";
  const disabledReason = disabledReasonFor(role, "change keys");
  const create = (
    <ButtonLink variant="primary" href={inMode("/dashboard/keys/new", mode)}>
      <Icon name="plus" />
      Create key
    </ButtonLink>
  );
  return (
    <>
      <PageHeader
        heading="Keys"
        help="keys"
        action={
          disabledReason ? (
            <Button type="button" aria-disabled="true" aria-describedby="read-only">
              Create key
            </Button>
          ) : (
            create
          )
        }
      >
        <p>
          {mode === "live"
            ? "A key is public: it may appear in your page, and works only on your verified domains. If only your backend calls, lock it with a secret."
            : "A test key goes to the test eID, costs nothing, and may return to your own machine without a verified domain."}
        </p>
      </PageHeader>
      {disabledReason && (
        <ReadOnly id="read-only" user={user} organization={organization} what="Keys" permission="change keys" />
      )}
      {!listed?.ok && <LoadError what="Your keys" here={inMode("/dashboard/keys", mode)} />}
      {listed?.ok && used.length === 0 && (
        <Empty heading={`No working ${mode} key`} action={disabledReason ? undefined : create}>
          <p>
            {mode === "live"
              ? "Calls for live checks need one. Create it when your test check works."
              : "Create one: it works at once, costs nothing and needs no domain."}
          </p>
        </Empty>
      )}
      {used.length > 0 && <KeysTable keys={used} uses={uses} />}
      {ended.length > 0 && <EndedKeys keys={ended} />}
      {others > 0 && (
        <p className="mt-4 text-meta text-soft">
          <a href={inMode("/dashboard/keys", other)}>
            {others} {others === 1 ? "key" : "keys"} in {other} mode
          </a>
        </p>
      )}
    </>
  );
}
