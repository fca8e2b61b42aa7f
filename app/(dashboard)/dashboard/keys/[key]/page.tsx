import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { ActionForm } from "#app/_ui/action-form.tsx";
import { Badge } from "#app/_ui/badge.tsx";
import { Card } from "#app/_ui/card.tsx";
import { Copyable } from "#app/_ui/copy-button.tsx";
import { SelectField, TextField, TypedField } from "#app/_ui/field.tsx";
import { formatDate } from "#app/_ui/format-date.ts";
import { Notice } from "#app/_ui/notice.tsx";
import { Options } from "#app/_ui/options.tsx";
import { PageHead } from "#app/_ui/page-header.tsx";
import { LANGUAGE_CHOICES, VERIFIED_DEVICE_CHOICES } from "#app/(dashboard)/_lib/choices.ts";
import { currentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { disabledReasonFor } from "#app/(dashboard)/_lib/disabled-reason.ts";
import { loadOrFail } from "#app/(dashboard)/_lib/load-or-fail.ts";
import { keyUseOf } from "#lib/activity/overview.ts";
import { listKeySecrets } from "#lib/keys/key-secret.ts";
import { readGivenLimit } from "#lib/keys/key-settings.ts";
import { DEFAULT_GRACE, listKeys, permissionToEnd } from "#lib/keys/plugin-key.ts";
import { isOver, KeyState } from "../_components/key-state.tsx";
import { wordsOfUse } from "../_components/last-used.ts";
import { LimitsCard } from "../_components/limits-card.tsx";
import { LockCard } from "../_components/lock-card.tsx";
import {
  labelKeyAction,
  pauseKeyAction,
  reactivateKeyAction,
  resumeKey,
  revokeKeyAction,
  rotateKeyAction,
  setLanguage,
  setVerifiedDevices,
} from "../actions.ts";

export const metadata: Metadata = { title: "Key" };

type Props = { params: Promise<{ key: string }>; searchParams: Promise<{ after?: string }> };

const GRACE_CHOICES = [
  ["now", "At once"],
  ["1h", "In 1 hour"],
  ["24h", "In 24 hours"],
  ["7d", "In 7 days"],
  ["30d", "In 30 days"],
] as const;

export default async function Key({ params, searchParams }: Props) {
  const { user, organization } = await currentMembership();
  const { id, role, timeZone } = organization;
  const [{ key: text }, { after }] = [await params, await searchParams];
  const listed = await listKeys(user, id);
  const key = listed.ok ? listed.rows.find((one) => one.key === text) : undefined;
  if (!key) notFound();
  const old = listed.ok ? listed.rows.find((one) => one.key === after && one.key !== text) : undefined;
  const use = await loadOrFail("key use", () => keyUseOf(user, id));
  const secrets = await loadOrFail("key secrets", () => listKeySecrets(user, text));
  const given = await loadOrFail("given limit", () => readGivenLimit(user, id));
  const used = use?.ok ? use.rows.find((one) => one.key === text) : undefined;
  const [now, disabledReason, endingDisabledReason] = [
    new Date(),
    disabledReasonFor(role, "change keys"),
    disabledReasonFor(role, permissionToEnd(key.mode)),
  ];
  const hidden = { key: text };
  const over = isOver(key, now);
  return (
    <>
      <PageHead heading={key.label || "Key without a label"}>
        <p className="flex flex-wrap gap-2">
          <Badge variant={key.mode === "live" ? "good" : "plain"}>{key.mode}</Badge>
          <KeyState {...key} timeZone={timeZone} now={now} />
        </p>
      </PageHead>
      {old?.endsAt && (
        <Notice variant="good" heading="This is the new key" live="status">
          <p>
            Put it where{" "}
            <Link className="underline" href={`/dashboard/keys/${old.key}`}>
              the old one
            </Link>{" "}
            stands. The old one {old.endsAt > now ? "works until" : "ended"} {formatDate(old.endsAt, timeZone)}.
          </p>
        </Notice>
      )}
      <Card>
        <div className="grid gap-3">
          <Copyable text={text} what="the key" />
          <p className="text-soft">
            {wordsOfUse(use?.ok ? (used ?? null) : undefined, timeZone)}
            {" · "}
            <Link className="text-accent underline" href={`/dashboard/activity?key=${text}`}>
              See its calls
            </Link>
          </p>
        </div>
      </Card>
      {key.endsAt && !over && (
        <Card heading="This key is being replaced" lead={`It works until ${formatDate(key.endsAt, timeZone)}.`}>
          <ActionForm
            action={reactivateKeyAction}
            organization={id}
            hidden={hidden}
            button="Keep it after all"
            disabledReason={disabledReason}
          >
            <p className="max-w-prose text-soft">
              Its calls of the last 24 hours stand above: at none, nothing uses it any more. The new key stays, until
              you revoke it.
            </p>
          </ActionForm>
        </Card>
      )}
      {!over && (
        <>
          <Card
            heading={key.pausedAt ? "This key is paused" : "Pause"}
            lead={
              key.pausedAt
                ? `Its calls have been refused since ${formatDate(key.pausedAt, timeZone)}.`
                : "Stop this key for now. Its calls are refused at once; you can resume it at any time."
            }
          >
            {key.pausedAt ? (
              <ActionForm
                action={resumeKey}
                organization={id}
                hidden={hidden}
                button="Resume the key"
                disabledReason={disabledReason}
              />
            ) : (
              <ActionForm
                action={pauseKeyAction}
                organization={id}
                hidden={hidden}
                button="Pause the key"
                disabledReason={disabledReason}
              />
            )}
          </Card>
          {key.mode === "live" && secrets?.ok && (
            <LockCard
              organization={id}
              keyText={text}
              secrets={secrets.rows}
              timeZone={timeZone}
              disabledReason={endingDisabledReason}
            />
          )}
          <Card heading="What it is for">
            <ActionForm
              action={labelKeyAction}
              organization={id}
              hidden={hidden}
              button="Save the label"
              disabledReason={disabledReason}
            >
              <TextField id="label" name="label" label="Label" defaultValue={key.label} maxLength={80} />
            </ActionForm>
          </Card>
          <Card heading="Its visitors">
            <div className="grid gap-6 lg:grid-cols-2">
              <ActionForm
                action={setLanguage}
                organization={id}
                hidden={hidden}
                button="Save the language"
                disabledReason={disabledReason}
              >
                <SelectField
                  id="language"
                  name="language"
                  label="Language of our pages"
                  hint="Visitors can always choose another."
                  defaultValue={key.language ?? ""}
                >
                  <option value="">As the organization has it</option>
                  <Options choices={LANGUAGE_CHOICES} />
                </SelectField>
              </ActionForm>
              <ActionForm
                action={setVerifiedDevices}
                organization={id}
                hidden={hidden}
                button="Save"
                disabledReason={disabledReason}
              >
                <SelectField
                  id="verifiedDevices"
                  name="verifiedDevices"
                  label="When a visitor has just proven the age"
                  hint="At provider s, for half an hour after the proof."
                  defaultValue={key.verifiedDevices ?? ""}
                >
                  <option value="">As the organization has it</option>
                  <Options choices={VERIFIED_DEVICE_CHOICES} />
                </SelectField>
              </ActionForm>
            </div>
          </Card>
          <LimitsCard
            organization={id}
            row={key}
            given={given?.ok ? given.read : null}
            disabledReason={disabledReason}
          />
          {!key.endsAt && (
            <Card
              heading="Rotate"
              lead="Makes a new key with the same settings. The old one goes on for a while, so that you can put the new one in place first; until it ends you can keep it after all. Ended at once, it cannot be kept."
            >
              <ActionForm
                action={rotateKeyAction}
                organization={id}
                hidden={hidden}
                button="Make a new key"
                disabledReason={endingDisabledReason}
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
            </Card>
          )}
          <Card heading="Revoke" lead="Calls with this key are refused at once, and it cannot be undone.">
            <ActionForm
              action={revokeKeyAction}
              organization={id}
              hidden={hidden}
              button="Revoke the key"
              variant="danger"
              disabledReason={endingDisabledReason}
            >
              <TypedField name={key.label ? <b>{key.label}</b> : <code className="font-mono">{text}</code>} />
            </ActionForm>
          </Card>
        </>
      )}
    </>
  );
}
