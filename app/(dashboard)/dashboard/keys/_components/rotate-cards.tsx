import Link from "next/link";
import { ActionForm } from "#app/_ui/action-form.tsx";
import { formatDate } from "#app/_ui/format-date.ts";
import { Notice } from "#app/_ui/notice.tsx";
import { Section } from "#app/_ui/section.tsx";
import { Options, SelectField } from "#app/_ui/select-field.tsx";
import { DEFAULT_GRACE } from "#lib/keys/plugin-key.ts";
import { reactivateKeyAction, rotateKeyAction } from "../actions.ts";

const GRACE_CHOICES = [
  ["now", "At once"],
  ["1h", "In 1 hour"],
  ["24h", "In 24 hours"],
  ["7d", "In 7 days"],
  ["30d", "In 30 days"],
] as const;

type Props = { organization: string; keyText: string; disabledReason: string | null };

/** Rotates a key. */
export function RotateCard({ organization, keyText, disabledReason }: Props) {
  return (
    <Section
      heading="Rotate"
      lead="Makes a new key with the same settings. The old one goes on for a while, so that you can put the new one in place first; until it ends you can keep it after all. Ended at once, it cannot be kept."
    >
      <ActionForm
        action={rotateKeyAction}
        organization={organization}
        hidden={{ key: keyText }}
        button="Make a new key"
        disabledReason={disabledReason}
      >
        <SelectField
          id="grace"
          name="grace"
          label="The old key ends"
          defaultValue={DEFAULT_GRACE}
          className="sm:max-w-xs"
        >
          <Options choices={GRACE_CHOICES} />
        </SelectField>
      </ActionForm>
    </Section>
  );
}

/** For the old key, until it ends: reactivates it. */
export function ReplacedCard({
  organization,
  keyText,
  endsAt,
  timeZone,
  disabledReason,
}: Props & { endsAt: Date; timeZone: string }) {
  return (
    <Section heading="This key is being replaced" lead={`It works until ${formatDate(endsAt, timeZone)}.`}>
      <ActionForm
        action={reactivateKeyAction}
        organization={organization}
        hidden={{ key: keyText }}
        button="Keep it after all"
        disabledReason={disabledReason}
      >
        <p className="max-w-prose text-soft">
          Its calls of the last 24 hours stand above: at none, nothing uses it any more. The new key stays, until you
          revoke it.
        </p>
      </ActionForm>
    </Section>
  );
}

/** On the page of the new key, right after the rotation. */
export function NewKeyNotice({
  old,
  timeZone,
  now,
}: {
  old: { key: string; endsAt: Date };
  timeZone: string;
  now: Date;
}) {
  return (
    <Notice variant="good" heading="This is the new key" live="status">
      <p>
        Put it where{" "}
        <Link className="underline" href={`/dashboard/keys/${old.key}`}>
          the old one
        </Link>{" "}
        stands. The old one {old.endsAt > now ? "works until" : "ended"} {formatDate(old.endsAt, timeZone)}.
      </p>
    </Notice>
  );
}
