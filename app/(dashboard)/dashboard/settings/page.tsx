import type { Metadata } from "next";
import { ActionForm } from "#app/_ui/action-form.tsx";
import { Card } from "#app/_ui/card.tsx";
import { FileField, SelectField, TextArea, TextField, TypedField } from "#app/_ui/field.tsx";
import { Options } from "#app/_ui/options.tsx";
import { PageHead } from "#app/_ui/page-header.tsx";
import { Failed } from "#app/_ui/states.tsx";
import { LANGUAGE_CHOICES, VERIFIED_DEVICE_CHOICES } from "#app/(dashboard)/_lib/choices.ts";
import { currentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { disabledReasonFor } from "#app/(dashboard)/_lib/disabled-reason.ts";
import { loadOrFail } from "#app/(dashboard)/_lib/load-or-fail.ts";
import { readBranding } from "#lib/organizations/branding.ts";
import { readSettings, TIME_ZONES } from "#lib/organizations/settings.ts";
import {
  changeSettingsAction,
  deleteOrganizationAction,
  removeLogo,
  setAccentAction,
  setLogoAction,
} from "./actions.ts";

export const metadata: Metadata = { title: "Settings" };

export default async function Settings() {
  const { user, organization } = await currentMembership();
  const { id, role, name } = organization;
  const settings = await loadOrFail("settings", () => readSettings(user, id));
  const look = await loadOrFail("look", () => readBranding(user, id));
  const disabledReason = disabledReasonFor(role, "change settings");
  return (
    <>
      <PageHead heading="Settings">
        <p>How {name} looks to visitors, and what holds for all of its keys.</p>
      </PageHead>
      {settings?.ok ? (
        <Card heading="Organization">
          <ActionForm
            action={changeSettingsAction}
            organization={id}
            button="Save"
            variant="first"
            disabledReason={disabledReason}
          >
            <TextField
              id="name"
              name="name"
              label="Name"
              hint="Visitors read it beside the shop’s host."
              defaultValue={settings.read.name}
              required
              maxLength={80}
            />
            <div className="grid gap-4 sm:grid-cols-2">
              <SelectField
                id="language"
                name="language"
                label="Default language"
                hint="A key can have its own, and visitors choose."
                defaultValue={settings.read.language ?? ""}
              >
                <option value="">What the visitor’s browser asks for</option>
                <Options choices={LANGUAGE_CHOICES} />
              </SelectField>
              <SelectField
                id="timeZone"
                name="timeZone"
                label="Time zone"
                hint="In which these pages tell dates and times."
                defaultValue={settings.read.timeZone}
              >
                {TIME_ZONES.map((zone) => (
                  <option key={zone}>{zone}</option>
                ))}
              </SelectField>
            </div>
            <SelectField
              id="verifiedDevices"
              name="verifiedDevices"
              label="When a visitor has just proven the age"
              hint="At provider s, for half an hour after the proof. A key can have its own."
              defaultValue={settings.read.verifiedDevices}
            >
              <Options choices={VERIFIED_DEVICE_CHOICES} />
            </SelectField>
            <TextArea
              id="legalAddress"
              name="legalAddress"
              label="Legal address"
              hint="Stands on your invoices."
              rows={4}
              maxLength={500}
              defaultValue={settings.read.legalAddress ?? ""}
            />
          </ActionForm>
        </Card>
      ) : (
        <Failed what="The settings" here="/dashboard/settings" />
      )}
      {look?.ok ? (
        <Card heading="Look of your visitors’ pages" lead="The verified host is always shown; these are additions.">
          <div className="grid gap-8 lg:grid-cols-2">
            <ActionForm
              action={setAccentAction}
              organization={id}
              button="Save the colour"
              disabledReason={disabledReason}
            >
              <TextField
                id="accent"
                name="accent"
                label="Colour of the button"
                hint="White text must be readable on it: a contrast of 4.5 at least. Empty: our own."
                placeholder="#0b5d46"
                defaultValue={look.read.accent ?? ""}
              />
              {look.read.accent && (
                <p className="flex items-center gap-3">
                  <svg aria-hidden="true" viewBox="0 0 10 10" className="size-10 rounded-lg border border-line">
                    <rect width="10" height="10" fill={look.read.accent} />
                  </svg>
                  Contrast with white: {look.read.contrast?.toFixed(1)}
                </p>
              )}
            </ActionForm>
            <div className="grid content-start gap-4">
              {look.read.logo && (
                <img
                  src={`/logos/${look.read.logo}`}
                  alt="Your logo"
                  width={240}
                  height={64}
                  className="max-h-16 w-auto max-w-60 justify-self-start rounded border border-line bg-white object-contain p-1"
                />
              )}
              <ActionForm
                action={setLogoAction}
                organization={id}
                button="Save the logo"
                disabledReason={disabledReason}
              >
                <FileField
                  id="logo"
                  name="logo"
                  mostBytes={64 * 1024}
                  tooLarge="This file is larger than 64 KB. Save it smaller."
                  accept="image/png,image/jpeg,image/webp"
                  label="Logo"
                  hint="PNG, JPEG or WebP, 64 KB and 2,000 pixels at most."
                  required
                />
              </ActionForm>
              {look.read.logo && (
                <ActionForm
                  action={removeLogo}
                  organization={id}
                  button="Remove the logo"
                  size="small"
                  disabledReason={disabledReason}
                />
              )}
            </div>
          </div>
        </Card>
      ) : (
        <Failed what="The look" here="/dashboard/settings" />
      )}
      <Card
        heading="Delete the organization"
        lead="Its keys stop working on the very next call, and it cannot be undone. What was billed and the audit log are kept, as bookkeeping law asks."
      >
        <ActionForm
          action={deleteOrganizationAction}
          organization={id}
          button="Delete the organization"
          variant="danger"
          disabledReason={disabledReasonFor(role, "delete the organization")}
        >
          <TypedField name={<b>{name}</b>} />
        </ActionForm>
      </Card>
    </>
  );
}
