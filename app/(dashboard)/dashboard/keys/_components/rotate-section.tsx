import { ButtonLink } from "#app/_ui/button.tsx";
import { LoadError } from "#app/_ui/load-error.tsx";
import { Notice } from "#app/_ui/notice.tsx";
import { RadioField } from "#app/_ui/radio-field.tsx";
import { SettingsSection } from "#app/_ui/section.tsx";
import { MemberDialog } from "#app/(dashboard)/_components/member-form.tsx";
import { readerDates } from "#app/(dashboard)/_lib/reader-dates.ts";
import { readerFormats } from "#app/(dashboard)/_lib/reader-formats.ts";
import { modeOfKey } from "#lib/core/provider.rules.ts";
import { DEFAULT_GRACE, permissionToEnd } from "#lib/keys/plugin-key.ts";
import { checksHref } from "../../checks/_lib/addresses.ts";
import { cancelRotation, rotateKeyAction } from "../actions.ts";
import { EndForm } from "./end-form.tsx";
import { KeyForm } from "./key-form.tsx";
import { inLastHour, type RotatedKey, RotationPicture } from "./rotation-picture.tsx";

const GRACE_CHOICES = [
  { value: "now", label: "Ends now" },
  { value: "1h", label: "1 h" },
  { value: "24h", label: "24 h" },
  { value: "7d", label: "7 days" },
  { value: "30d", label: "30 days" },
];

const WORKING = {
  lead: "Creates a new key with the same settings. The old key keeps working for the time you choose; until then you can cancel.",
  legend: "The old key keeps working for",
  note: "“Ends now” cannot be cancelled: calls are refused until the new key is in your shop.",
};
const PAUSED = {
  lead: "Creates a new key with the same settings, which works at once. The old key stays paused; until it ends you can resume it, or cancel.",
  legend: "The old key can be resumed for",
  note: "Calls are refused until the new key is in your shop. “Ends now” cannot be cancelled.",
};

/** Rotates a key that is in no rotation. */
export function RotateSection({ keyText, isPaused }: { keyText: string; isPaused: boolean }) {
  const { lead, legend, note } = isPaused ? PAUSED : WORKING;
  return (
    <SettingsSection id="rotate" heading="Rotate" lead={lead}>
      <KeyForm action={rotateKeyAction} keyText={keyText} button="Rotate key">
        <RadioField segments legend={legend} name="grace" defaultValue={DEFAULT_GRACE} choices={GRACE_CHOICES} />
        <p className="text-meta text-soft">{note}</p>
      </KeyForm>
    </SettingsSection>
  );
}

type Rotation = {
  /** The key of this page; the others are links. */
  here: string;
  old: RotatedKey & { endsAt: Date; isPaused: boolean };
  fresh: RotatedKey & { isPaused: boolean };
  /** Were the calls of both keys loaded? */
  areCallsLoaded: boolean;
  /** Says what is left without the old key, where no key of its mode stays. */
  outlook: string | null;
  /** For which hosts the old key was called in the last hour. */
  oldHosts: readonly string[];
};

/** Shows, until the old key ends, who still calls with it, and how to end or cancel it. */
export async function RotationSection({ areCallsLoaded, ...rotation }: Rotation) {
  const { here, old, fresh, outlook } = rotation;
  const calls = areCallsLoaded ? inLastHour(old) : null;
  const end = (await readerDates()).moment(old.endsAt);
  return (
    <SettingsSection
      id="rotate"
      heading="Rotation in progress"
      lead={
        <>
          {whichWork(old.isPaused, fresh.isPaused)}{" "}
          {here === old.key ? (
            <>
              This key ends on {end}, and <a href={`/dashboard/keys/${fresh.key}`}>the new one</a> stays.
            </>
          ) : (
            <>
              <a href={`/dashboard/keys/${old.key}`}>The old one</a> ends on {end}.
            </>
          )}
        </>
      }
    >
      {areCallsLoaded ? (
        <RotatedCalls {...rotation} />
      ) : (
        <LoadError what="The calls of the two keys" here={`/dashboard/keys/${here}`} />
      )}
      <div className="flex flex-wrap items-center gap-2">
        {calls !== null && calls > 0 && (
          <ButtonLink href={checksHref({ mode: modeOfKey(old.key), key: old.key })}>Show those calls</ButtonLink>
        )}
        <MemberDialog
          permission={permissionToEnd(modeOfKey(old.key))}
          disabledBy="read-only"
          href={`/dashboard/keys/${old.key}/end`}
          label="End the old key now"
          heading="End the old key now?"
        >
          <EndForm here={here} old={old.key} calls={calls} outlook={outlook} />
        </MemberDialog>
        <CancelForm keyText={old.key} />
      </div>
    </SettingsSection>
  );
}

/** Shows the calls of both keys as a picture, and what to do about those with the old one. */
async function RotatedCalls({ old, fresh, oldHosts }: Omit<Rotation, "areCallsLoaded">) {
  const { count } = await readerFormats();
  const { moment } = await readerDates();
  const calls = inLastHour(old);
  const deadline = old.isPaused ? "now" : `before ${moment(old.endsAt)}`;
  return (
    <>
      <RotationPicture old={old} fresh={fresh} endsAt={old.endsAt} />
      {calls > 0 ? (
        <Notice
          variant="busy"
          heading={`${count(calls)} ${calls === 1 ? "call" : "calls"} in the last hour still used the old key`}
        >
          <p>
            {oldHosts.length > 0 && `From ${new Intl.ListFormat("en-GB").format(oldHosts)}. `}Replace it there{" "}
            {deadline}.
          </p>
        </Notice>
      ) : (
        <Notice variant="good" heading="No call used the old key in the last hour">
          <p>{inLastHour(fresh) > 0 ? "The new one is in use." : `Put the new one into your shop ${deadline}.`}</p>
        </Notice>
      )}
    </>
  );
}

function whichWork(isOldPaused: boolean, isFreshPaused: boolean): string {
  if (isOldPaused && isFreshPaused) return "Both keys are paused.";
  if (isOldPaused) return "The old key is paused; only the new one works.";
  return isFreshPaused ? "The new key is paused; only the old one works." : "Both keys work.";
}

type Orphan = { keyText: string; endsAt: Date; outlook: string | null };

/** Warns of the old key of a rotation whose new key was revoked: after its end no key is left of the two. */
export async function OrphanSection({ keyText, endsAt, outlook }: Orphan) {
  const { moment } = await readerDates();
  return (
    <SettingsSection
      id="rotate"
      heading="This key ends"
      lead={`It ends on ${moment(endsAt)}. The key that was to replace it is revoked.`}
    >
      {outlook !== null && <Notice variant="bad" heading={outlook} />}
      <CancelForm keyText={keyText} />
    </SettingsSection>
  );
}

function CancelForm({ keyText }: { keyText: string }) {
  return <KeyForm action={cancelRotation} keyText={keyText} variant="ghost" button="Cancel rotation" />;
}
