import type { Metadata } from "next";
import { DialogLink } from "#app/_ui/dialog-link.tsx";
import { LoadError } from "#app/_ui/load-error.tsx";
import { PageHeader } from "#app/_ui/page-header.tsx";
import { SettingsSection } from "#app/_ui/section.tsx";
import { currentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { disabledReasonFor } from "#app/(dashboard)/_lib/disabled-reason.ts";
import { loadOrFail } from "#app/(dashboard)/_lib/load-or-fail.ts";
import { listDomains } from "#lib/domains/domain.ts";
import { readBranding } from "#lib/organizations/branding.ts";
import { readSettings } from "#lib/organizations/settings.ts";
import { DeleteForm } from "./_components/delete-form.tsx";
import { OrganizationForm } from "./_components/organization-form.tsx";
import { Preview } from "./_components/preview.tsx";
import { VisitorPageForm } from "./_components/visitor-page-form.tsx";

export const metadata: Metadata = { title: "Settings" };

const HERE = "/dashboard/settings";

export default async function Settings() {
  const { user, organization } = await currentMembership();
  const { id, role, name } = organization;
  const [read, branding, domains] = await Promise.all([
    loadOrFail("settings", () => readSettings(user, id)),
    loadOrFail("branding", () => readBranding(user, id)),
    loadOrFail("domains", () => listDomains(user, id)),
  ]);
  const mayDelete = disabledReasonFor(role, "delete the organization");
  const settings = read?.ok ? read.read : null;
  const verified = domains?.ok ? domains.rows.find(({ verifiedAt }) => verifiedAt !== null) : undefined;
  return (
    <>
      <PageHeader heading="Settings" help="settings" />
      {/* The choices of the form change the preview beside it by `group-has`, without script. */}
      <section
        id="visitors"
        data-settings=""
        className="group/visitors grid scroll-mt-4 gap-x-10 gap-y-4 pt-2 pb-8 @min-[52rem]/sheet:grid-cols-[minmax(0,1fr)_22.5rem] @min-[52rem]/sheet:gap-12"
      >
        <div className="grid min-w-0 content-start gap-5">
          <h2 className="-mb-1">The visitor’s page</h2>
          {settings && branding?.ok ? (
            <VisitorPageForm settings={settings} branding={branding.read} />
          ) : (
            <LoadError what="The visitor’s page" here={HERE} />
          )}
        </div>
        {settings && branding?.ok && (
          <Preview
            name={settings.name}
            host={verified?.host ?? "shop.example"}
            branding={branding.read}
            timeZone={settings.timeZone}
          />
        )}
      </section>
      <SettingsSection
        id="organization"
        heading="Organization"
        lead="Address and VAT number appear on the next invoice."
      >
        {settings ? <OrganizationForm settings={settings} /> : <LoadError what="The organization" here={HERE} />}
      </SettingsSection>
      <SettingsSection heading="Delete organization" lead="Ends the organization for everyone in it.">
        <div className="flex flex-wrap items-center gap-2">
          <DialogLink
            href="/dashboard/settings/delete"
            label="Delete organization…"
            heading={`Delete ${name}?`}
            variant="destructive"
          >
            <DeleteForm name={name} />
          </DialogLink>
          {mayDelete && <p className="text-meta text-soft">{mayDelete}</p>}
        </div>
      </SettingsSection>
    </>
  );
}
