import type { Metadata } from "next";
import Link from "next/link";
import { ActionForm } from "#app/_ui/action-form.tsx";
import { Badge } from "#app/_ui/badge.tsx";
import { Copyable } from "#app/_ui/copy-button.tsx";
import { Empty } from "#app/_ui/empty.tsx";
import { LoadError } from "#app/_ui/load-error.tsx";
import { PageHeader } from "#app/_ui/page-header.tsx";
import { Section } from "#app/_ui/section.tsx";
import { SelectField } from "#app/_ui/select-field.tsx";
import { TextField } from "#app/_ui/text-field.tsx";
import { currentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { disabledReasonFor } from "#app/(dashboard)/_lib/disabled-reason.ts";
import { loadOrFail } from "#app/(dashboard)/_lib/load-or-fail.ts";
import { keyUseOf } from "#lib/activity/overview.ts";
import { listKeys } from "#lib/keys/plugin-key.ts";
import { isOver, KeyState, lastUsedText } from "./_components/key-state.tsx";
import { createKeyAction } from "./actions.ts";

export const metadata: Metadata = { title: "Keys" };

export default async function Keys() {
  const { user, organization } = await currentMembership();
  const { id, role, timeZone } = organization;
  const listed = await loadOrFail("keys", () => listKeys(user, id));
  const use = await loadOrFail("key use", () => keyUseOf(user, id));
  const uses = new Map(use?.ok ? use.rows.map((row) => [row.key, row]) : []);
  const now = new Date();
  const keys = listed?.ok ? listed.rows.toSorted((a, b) => Number(isOver(a, now)) - Number(isOver(b, now))) : [];
  return (
    <>
      <PageHeader heading="Keys">
        <p>
          A plugin key names your organization in a shop’s page. It is public: anybody can read it there. Live checks
          return to your verified domains only. Lock a live key if only your backend starts checks.
        </p>
      </PageHeader>
      {!listed?.ok && <LoadError what="Your keys" here="/dashboard/keys" />}
      {listed?.ok && keys.length === 0 && (
        <Empty heading="No keys yet">Make a test key below: it works at once, costs nothing and needs no domain.</Empty>
      )}
      {keys.length > 0 && (
        <ul className="grid gap-4">
          {keys.map((key) => {
            const used = uses.get(key.key);
            return (
              <li key={key.key} className="grid gap-3 rounded-xl border border-line bg-card p-4 sm:p-5">
                <div className="flex flex-wrap items-center gap-2">
                  <h2 className="font-semibold">{key.label || "Without a label"}</h2>
                  <Badge variant={key.mode === "live" ? "good" : "plain"}>{key.mode}</Badge>
                  <KeyState {...key} timeZone={timeZone} now={now} />
                </div>
                <Copyable text={key.key} what={`the key ${key.label}`} />
                <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2 text-soft">
                  <p>{lastUsedText(use?.ok ? (used ?? null) : undefined, key, timeZone)}</p>
                  <Link className="font-medium text-accent underline" href={`/dashboard/keys/${key.key}`}>
                    Settings, lock, pause, rotate, revoke<span className="sr-only"> {key.label}</span>
                  </Link>
                </div>
              </li>
            );
          })}
        </ul>
      )}
      <Section
        heading="New key"
        lead="A test key goes to the test eID and may return to localhost. A live key goes to the real one."
      >
        <ActionForm
          action={createKeyAction}
          organization={id}
          button="Make the key"
          variant="primary"
          disabledReason={disabledReasonFor(role, "change keys")}
        >
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              id="label"
              name="label"
              label="Label"
              hint="So that you know it again: “web shop”."
              maxLength={80}
            />
            <SelectField id="mode" name="mode" label="Mode" hint="It cannot be changed later.">
              <option value="test">Test</option>
              <option value="live">Live</option>
            </SelectField>
          </div>
        </ActionForm>
      </Section>
    </>
  );
}
