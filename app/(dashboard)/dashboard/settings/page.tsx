import type { Metadata } from "next";
import { ActionForm } from "#app/_ui/action-form.tsx";
import { LoadError } from "#app/_ui/load-error.tsx";
import { PageHeader } from "#app/_ui/page-header.tsx";
import { SettingsSection } from "#app/_ui/section.tsx";
import { ConfirmField } from "#app/_ui/text-field.tsx";
import { currentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { disabledReasonFor } from "#app/(dashboard)/_lib/disabled-reason.ts";
import { loadOrFail } from "#app/(dashboard)/_lib/load-or-fail.ts";
import { readBranding } from "#lib/organizations/branding.ts";
import { readSettings } from "#lib/organizations/settings.ts";
import { BrandingCard } from "./_components/branding-card.tsx";
import { SettingsCard } from "./_components/settings-card.tsx";
import { deleteOrganizationAction } from "./actions.ts";

export const metadata: Metadata = { title: "Settings" };

export default async function Settings() {
  const { user, organization } = await currentMembership();
  const { id, role, name } = organization;
  const settings = await loadOrFail("settings", () => readSettings(user, id));
  const branding = await loadOrFail("branding", () => readBranding(user, id));
  const disabledReason = disabledReasonFor(role, "change settings");
  return (
    <>
      <PageHeader heading="Settings">
        <p>How {name} looks to visitors, and what holds for all of its keys.</p>
      </PageHeader>
      {settings?.ok ? (
        <SettingsCard organization={id} settings={settings.read} disabledReason={disabledReason} />
      ) : (
        <LoadError what="The settings" here="/dashboard/settings" />
      )}
      {branding?.ok ? (
        <BrandingCard organization={id} branding={branding.read} disabledReason={disabledReason} />
      ) : (
        <LoadError what="The branding" here="/dashboard/settings" />
      )}
      <SettingsSection
        heading="Delete the organization"
        lead="Its keys stop working on the very next call, and it cannot be undone. What was billed and the audit log are kept, as bookkeeping law asks."
      >
        <ActionForm
          action={deleteOrganizationAction}
          organization={id}
          button="Delete the organization"
          variant="destructive"
          disabledReason={disabledReasonFor(role, "delete the organization")}
        >
          <ConfirmField name={<b>{name}</b>} />
        </ActionForm>
      </SettingsSection>
    </>
  );
}
