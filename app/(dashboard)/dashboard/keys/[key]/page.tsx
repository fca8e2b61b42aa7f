import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { ActionForm } from "#app/_ui/action-form.tsx";
import { Badge } from "#app/_ui/badge.tsx";
import { Copyable } from "#app/_ui/copy-button.tsx";
import { PageHeader } from "#app/_ui/page-header.tsx";
import { Section } from "#app/_ui/section.tsx";
import { ConfirmField, TextField } from "#app/_ui/text-field.tsx";
import { currentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { disabledReasonFor } from "#app/(dashboard)/_lib/disabled-reason.ts";
import { loadOrFail } from "#app/(dashboard)/_lib/load-or-fail.ts";
import { keyUseOf } from "#lib/activity/overview.ts";
import { listKeySecrets } from "#lib/keys/key-secret.ts";
import { readGivenLimit } from "#lib/keys/key-settings.ts";
import { listKeys, permissionToEnd } from "#lib/keys/plugin-key.ts";
import { isOver, KeyState, lastUsedText } from "../_components/key-state.tsx";
import { LimitsCard } from "../_components/limits-card.tsx";
import { LockCard } from "../_components/lock-card.tsx";
import { PauseCard } from "../_components/pause-card.tsx";
import { NewKeyNotice, ReplacedCard, RotateCard } from "../_components/rotate-cards.tsx";
import { VisitorsCard } from "../_components/visitors-card.tsx";
import { labelKeyAction, revokeKeyAction } from "../actions.ts";

export const metadata: Metadata = { title: "Key" };

type Props = { params: Promise<{ key: string }>; searchParams: Promise<{ after?: string }> };

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
  const form = { organization: id, hidden: { key: text } };
  const over = isOver(key, now);
  return (
    <>
      <PageHeader heading={key.label || "Key without a label"}>
        <p className="flex flex-wrap gap-2">
          <Badge variant={key.mode === "live" ? "good" : "plain"}>{key.mode}</Badge>
          <KeyState {...key} timeZone={timeZone} now={now} />
        </p>
      </PageHeader>
      {old?.endsAt && !over && (
        <NewKeyNotice old={{ key: old.key, endsAt: old.endsAt }} timeZone={timeZone} now={now} />
      )}
      <Section>
        <div className="grid gap-3">
          <Copyable text={text} what="the key" />
          <p className="text-soft">
            {lastUsedText(use?.ok ? (used ?? null) : undefined, key, timeZone)}
            {" · "}
            <Link className="text-accent underline" href={`/dashboard/checks?key=${text}`}>
              See its calls
            </Link>
          </p>
        </div>
      </Section>
      {key.endsAt && !over && (
        <ReplacedCard
          organization={id}
          keyText={text}
          endsAt={key.endsAt}
          timeZone={timeZone}
          disabledReason={disabledReason}
        />
      )}
      {!over && (
        <>
          <PauseCard organization={id} row={key} timeZone={timeZone} disabledReason={disabledReason} />
          {key.mode === "live" && secrets?.ok && (
            <LockCard
              organization={id}
              keyText={text}
              secrets={secrets.rows}
              timeZone={timeZone}
              disabledReason={endingDisabledReason}
            />
          )}
          <Section heading="What it is for">
            <ActionForm action={labelKeyAction} {...form} button="Save the label" disabledReason={disabledReason}>
              <TextField id="label" name="label" label="Label" defaultValue={key.label} maxLength={80} />
            </ActionForm>
          </Section>
          <VisitorsCard organization={id} row={key} disabledReason={disabledReason} />
          <LimitsCard
            organization={id}
            row={key}
            given={given?.ok ? given.read : null}
            disabledReason={disabledReason}
          />
          {!key.endsAt && <RotateCard organization={id} keyText={text} disabledReason={endingDisabledReason} />}
          <Section heading="Revoke" lead="Calls with this key are refused at once, and it cannot be undone.">
            <ActionForm
              action={revokeKeyAction}
              {...form}
              button="Revoke the key"
              variant="destructive"
              disabledReason={endingDisabledReason}
            >
              <ConfirmField name={key.label ? <b>{key.label}</b> : <code className="font-mono">{text}</code>} />
            </ActionForm>
          </Section>
        </>
      )}
    </>
  );
}
