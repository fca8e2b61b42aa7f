import type { Metadata } from "next";
import { ActionForm } from "#app/_ui/action-form.tsx";
import { PageHeader } from "#app/_ui/page-header.tsx";
import { TextField } from "#app/_ui/text-field.tsx";
import { currentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { disabledReasonFor } from "#app/(dashboard)/_lib/disabled-reason.ts";
import { readMode } from "#app/(dashboard)/_lib/mode.ts";
import { createKeyAction } from "../actions.ts";

export const metadata: Metadata = { title: "Create key" };

/** The safest live key stands first: nobody else can start checks with it. */
const CHOICES = [
  ["locked", "Live, my backend calls", "locked: it works only with a secret, which your server keeps"],
  ["live", "Live, my web page calls", "open: everybody who has read your page can start checks with it"],
  ["test", "Test", "goes to the test eID, costs nothing"],
] as const;

type Props = { searchParams: Promise<{ mode?: string | string[] }> };

export default async function NewKey({ searchParams }: Props) {
  const { organization } = await currentMembership();
  const mode = readMode(await searchParams);
  const back = mode === "test" ? "/dashboard/keys?mode=test" : "/dashboard/keys";
  return (
    <>
      <PageHeader heading="Create key" help="keys" parent={{ href: back, name: "Keys" }} />
      <ActionForm
        action={createKeyAction}
        organization={organization.id}
        button="Create key"
        variant="primary"
        disabledReason={disabledReasonFor(organization.role, "change keys")}
      >
        <TextField
          id="label"
          name="label"
          label="Label"
          hint="Where it will be used, such as “Web shop”. You can change it later."
          maxLength={80}
        />
        <CallerField chosen={mode === "test" ? "test" : "locked"} />
      </ActionForm>
    </>
  );
}

/** The mode of a new key, and who calls with it. */
function CallerField({ chosen }: { chosen: "locked" | "test" }) {
  return (
    <fieldset className="field wide">
      <legend>Mode</legend>
      {CHOICES.map(([mode, name, text]) => (
        <label className="check" key={mode}>
          <input type="radio" name="mode" value={mode} defaultChecked={mode === chosen} />
          <span>
            {name} <span className="soft">({text})</span>
          </span>
        </label>
      ))}
      <span className="meta">
        Live keys go to the real eID, on your verified domains. You can lock and unlock a live key later; a test key
        stays one.
      </span>
    </fieldset>
  );
}
