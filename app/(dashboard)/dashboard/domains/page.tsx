import type { Metadata } from "next";
import { Empty } from "#app/_ui/empty.tsx";
import { LoadError } from "#app/_ui/load-error.tsx";
import { PageHeader } from "#app/_ui/page-header.tsx";
import { TextField } from "#app/_ui/text-field.tsx";
import { MemberForm } from "#app/(dashboard)/_components/member-form.tsx";
import { currentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { loadOrFail } from "#app/(dashboard)/_lib/load-or-fail.ts";
import { listDomains } from "#lib/domains/domain.ts";
import { DomainsTable } from "./_components/domains-table.tsx";
import { LostNotice } from "./_components/lost-notice.tsx";
import { addDomain } from "./actions.ts";

export const metadata: Metadata = { title: "Domains" };

type Props = { searchParams: Promise<{ add?: string }> };

export default async function Domains({ searchParams }: Props) {
  const { user, organization } = await currentMembership();
  const { add } = await searchParams;
  const listed = await loadOrFail("domains", () => listDomains(user, organization.id));
  const rows = listed?.ok ? listed.rows : [];
  return (
    <>
      <PageHeader heading="Domains" help="domains" />
      {rows
        .filter(({ missingSince }) => missingSince !== null)
        .map((row) => (
          <LostNotice key={row.host} domain={row} isLinked />
        ))}
      <MemberForm
        permission="change domains"
        action={addDomain}
        button="Add domain"
        variant="primary"
        beside
        className="mb-5"
      >
        <TextField
          id="host"
          name="host"
          label="Add a domain"
          hint={
            <span className="@phone/sheet:whitespace-nowrap">
              Paste any page of your shop: we read the host from it. Test keys need no domain.
            </span>
          }
          placeholder="shop.example or a link to it"
          defaultValue={add ?? ""}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          autoCapitalize="none"
          required
          maxLength={2000}
        />
      </MemberForm>
      {!listed?.ok ? (
        <LoadError what="Your domains" here="/dashboard/domains" />
      ) : rows.length === 0 ? (
        <Empty heading="No domains yet">
          <p>Live checks return to verified hosts only. Add your shop’s host, and prove that it is yours.</p>
        </Empty>
      ) : (
        <DomainsTable rows={rows} />
      )}
    </>
  );
}
