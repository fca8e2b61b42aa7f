import { ActionForm } from "#app/_ui/action-form.tsx";
import { Section } from "#app/_ui/section.tsx";
import { FileField, TextField } from "#app/_ui/text-field.tsx";
import type { readBranding } from "#lib/organizations/branding.ts";
import { removeLogo, setAccentAction, setLogoAction } from "../actions.ts";

type Branding = Extract<Awaited<ReturnType<typeof readBranding>>, { ok: true }>["read"];

/** The colour and the logo that visitors see. */
export function BrandingCard({
  organization,
  branding,
  disabledReason,
}: {
  organization: string;
  branding: Branding;
  disabledReason: string | null;
}) {
  return (
    <Section heading="Branding of visitors’ pages" lead="The verified host is always shown; these are additions.">
      <div className="grid gap-8 lg:grid-cols-2">
        <ActionForm
          action={setAccentAction}
          organization={organization}
          button="Save the colour"
          disabledReason={disabledReason}
        >
          <TextField
            id="accent"
            name="accent"
            label="Colour of the button"
            hint="White text must be readable on it: a contrast of 4.5 at least. Empty: our own."
            placeholder="#0b5d46"
            defaultValue={branding.accent ?? ""}
          />
          {branding.accent && (
            <p className="flex items-center gap-3">
              <svg aria-hidden="true" viewBox="0 0 10 10" className="size-10 rounded-lg border border-line">
                <rect width="10" height="10" fill={branding.accent} />
              </svg>
              Contrast with white: {branding.contrast?.toFixed(1)}
            </p>
          )}
        </ActionForm>
        <div className="grid content-start gap-4">
          {branding.logo && (
            <img
              src={`/logos/${branding.logo}`}
              alt="Your logo"
              width={240}
              height={64}
              className="max-h-16 w-auto max-w-60 justify-self-start rounded border border-line bg-white object-contain p-1"
            />
          )}
          <ActionForm
            action={setLogoAction}
            organization={organization}
            button="Save the logo"
            disabledReason={disabledReason}
          >
            <FileField
              id="logo"
              name="logo"
              maxBytes={64 * 1024}
              tooLarge="This file is larger than 64 KB. Save it smaller."
              accept="image/png,image/jpeg,image/webp"
              label="Logo"
              hint="PNG, JPEG or WebP, 64 KB and 2,000 pixels at most."
              required
            />
          </ActionForm>
          {branding.logo && (
            <ActionForm
              action={removeLogo}
              organization={organization}
              button="Remove the logo"
              size="sm"
              disabledReason={disabledReason}
            />
          )}
        </div>
      </div>
    </Section>
  );
}
