import type { Metadata } from "next";
import Link from "next/link";
import { ActionForm } from "#app/_ui/action-form.tsx";
import { CheckboxField } from "#app/_ui/checkbox-field.tsx";
import { Empty } from "#app/_ui/empty.tsx";
import { formatDate } from "#app/_ui/format-date.ts";
import { LoadError } from "#app/_ui/load-error.tsx";
import { PageHeader } from "#app/_ui/page-header.tsx";
import { Section } from "#app/_ui/section.tsx";
import { SelectField } from "#app/_ui/select-field.tsx";
import { TextField } from "#app/_ui/text-field.tsx";
import { currentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { disabledReasonFor } from "#app/(dashboard)/_lib/disabled-reason.ts";
import { loadOrFail } from "#app/(dashboard)/_lib/load-or-fail.ts";
import { listDomains } from "#lib/domains/domain.ts";
import { DomainState } from "./_components/domain-state.tsx";
import { addDomain } from "./actions.ts";

export const metadata: Metadata = { title: "Domains" };

type Props = { searchParams: Promise<{ add?: string }> };

export default async function Domains({ searchParams }: Props) {
  const { user, organization } = await currentMembership();
  const { id, role, timeZone } = organization;
  const { add } = await searchParams;
  const listed = await loadOrFail("domains", () => listDomains(user, id));
  return (
    <>
      <PageHeader heading="Domains">
        <p>
          Visitors may be sent back to these hosts. Live keys return to verified ones only; test keys return to your own
          machine and network, too.
        </p>
      </PageHeader>
      {!listed?.ok ? (
        <LoadError what="Your domains" here="/dashboard/domains" />
      ) : listed.rows.length === 0 ? (
        <Empty heading="No domains yet">
          Add your shop’s host below, and prove that it is yours with a DNS record or a file.
        </Empty>
      ) : (
        <Section>
          <ul className="divide-y divide-line">
            {listed.rows.map((row) => (
              <li
                key={row.host}
                className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-4 first:pt-0 last:pb-0"
              >
                <div className="grid gap-1">
                  <p className="flex flex-wrap items-center gap-2">
                    <Link className="font-semibold text-accent underline" href={`/dashboard/domains/${row.host}`}>
                      {row.unicode}
                    </Link>
                    <DomainState {...row} />
                  </p>
                  <p className="text-sm text-soft">
                    {row.includeSubdomains ? "With its sub-domains · " : ""}
                    {row.isManuallyVerified
                      ? "Verified by the operator"
                      : row.checkedAt
                        ? `Last checked ${formatDate(row.checkedAt, timeZone)}`
                        : "Not checked yet"}
                    {row.nextCheckAt ? ` · next check ${formatDate(row.nextCheckAt, timeZone)}` : ""}
                  </p>
                </div>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section heading="Add a domain">
        <ActionForm
          action={addDomain}
          organization={id}
          button="Add it"
          variant="primary"
          disabledReason={disabledReasonFor(role, "change domains")}
        >
          <TextField
            id="host"
            name="host"
            label="Host"
            hint="Such as shop.example: without https:// and without a path."
            defaultValue={add ?? ""}
            autoComplete="off"
            spellCheck={false}
            autoCapitalize="none"
            required
            maxLength={253}
          />
          <SelectField
            id="method"
            name="method"
            label="How you prove that it is yours"
            hint="A DNS record is looked up at two servers; a file is fetched from the host. You can change it later."
          >
            <option value="dns">A DNS record</option>
            <option value="file">A file on the host</option>
          </SelectField>
          <CheckboxField
            id="includeSubdomains"
            name="includeSubdomains"
            label="Include its sub-domains"
            hint="Every name below it counts too. Only with a DNS record."
          />
        </ActionForm>
      </Section>
    </>
  );
}
