import type { Metadata } from "next";
import { PageHeader } from "#app/_ui/page-header.tsx";
import { RadioField } from "#app/_ui/radio-field.tsx";
import { TextField } from "#app/_ui/text-field.tsx";
import { MemberForm } from "#app/(dashboard)/_components/member-form.tsx";
import { inMode, readMode } from "#app/(dashboard)/_lib/mode.ts";
import { createKeyAction } from "../actions.ts";

export const metadata: Metadata = { title: "Create key" };

/** The safest live key stands first: nobody else can start checks with it. */
const CHOICES = [
  {
    value: "locked",
    label: "Live, my backend calls",
    hint: "(locked: it works only with a secret, which your server keeps)",
  },
  {
    value: "live",
    label: "Live, my web page calls",
    hint: "(open: everybody who has read your page can start checks with it)",
  },
  { value: "test", label: "Test", hint: "(goes to the test eID, costs nothing)" },
];

type Props = { searchParams: Promise<{ mode?: string | string[] }> };

export default async function NewKey({ searchParams }: Props) {
  const mode = readMode(await searchParams);
  return (
    <>
      <PageHeader heading="Create key" help="keys" parent={{ href: inMode("/dashboard/keys", mode), name: "Keys" }} />
      <MemberForm permission="change keys" action={createKeyAction} button="Create key" variant="primary">
        <TextField
          id="label"
          name="label"
          label="Label"
          hint="Where it will be used, such as “Web shop”. You can change it later."
          maxLength={80}
        />
        <RadioField
          legend="Mode"
          name="mode"
          defaultValue={mode === "test" ? "test" : "locked"}
          choices={CHOICES}
          hint="Live keys go to the real eID, on your verified domains. You can lock and unlock a live key later; a test key stays one."
        />
      </MemberForm>
    </>
  );
}
