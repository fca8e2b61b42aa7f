import type { Metadata } from "next";
import { ActionForm } from "#app/_ui/action-form.tsx";
import { Button, ButtonLink } from "#app/_ui/button.tsx";
import { Card } from "#app/_ui/card.tsx";
import { Copyable } from "#app/_ui/copy-button.tsx";
import { SelectField } from "#app/_ui/field.tsx";
import { PageHead } from "#app/_ui/page-header.tsx";
import { Empty, Failed } from "#app/_ui/states.tsx";
import { currentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { disabledReasonFor } from "#app/(dashboard)/_lib/disabled-reason.ts";
import { loadOrFail } from "#app/(dashboard)/_lib/load-or-fail.ts";
import { config } from "#lib/core/config.ts";
import { listDomains } from "#lib/domains/domain.ts";
import { providers } from "#lib/eid/providers.ts";
import { listKeys } from "#lib/keys/plugin-key.ts";
import { isOver } from "../keys/_components/key-state.tsx";
import { LiveCalls } from "./_components/live-calls.tsx";
import { PhoneCode } from "./_components/phone-code.tsx";
import { SnippetTabs } from "./_components/snippet-tabs.tsx";
import { recentCalls } from "./_lib/recent-calls.ts";
import { LOCAL_SHOP, snippetsFor } from "./_snippets/snippets.ts";

import { runTestCheck } from "./actions.ts";

export const metadata: Metadata = { title: "Connect" };

type Props = { searchParams: Promise<{ check?: string; key?: string }> };

export default async function Connect({ searchParams }: Props) {
  const { user, organization } = await currentMembership();
  const { id, role } = organization;
  const { check, key: chosen } = await searchParams;
  const listed = await loadOrFail("keys", () => listKeys(user, id));
  const keys = listed?.ok ? listed.rows.filter((key) => !isOver(key, new Date())) : [];
  const key = keys.find((one) => one.key === chosen) ?? keys.find(({ mode }) => mode === "test") ?? keys[0];
  const domains = await loadOrFail("domains", () => listDomains(user, id));
  const calls = await loadOrFail("latest calls", () => recentCalls(user, id, organization.timeZone));
  const { baseUrl } = config();
  const verified = domains?.ok ? domains.rows.find(({ verifiedAt }) => verifiedAt !== null)?.host : undefined;
  const shopUrl = key?.mode === "live" ? `https://${verified ?? "shop.example"}` : LOCAL_SHOP;
  const link = check && /^\/verify\/[sb]\?session=[\w-]{43}$/.test(check) ? `${baseUrl}${check}` : null;
  return (
    <>
      <PageHead heading="Connect">
        <p>See an age check work first, then put it in your shop.</p>
      </PageHead>
      <Card
        heading="1. Run a test check"
        lead="At the test eID, with your test key. It costs nothing and needs no domain."
      >
        {link && (
          <div className="mb-6 flex flex-wrap items-center gap-6 rounded-lg bg-wash p-4">
            <PhoneCode url={link} />
            <div className="grid max-w-md gap-3">
              <p className="font-semibold">Your test check is ready</p>
              <p>Open it here, or point a phone’s camera at the code. It works once, for ten minutes.</p>
              <a
                className="inline-flex min-h-11 items-center justify-center rounded-lg bg-accent px-4 py-2 font-medium text-on-accent sm:min-h-10"
                href={link}
              >
                Open the test check
              </a>
            </div>
          </div>
        )}
        <ActionForm
          action={runTestCheck}
          organization={id}
          button={link ? "Make another" : "Run a test check"}
          variant={link ? "second" : "first"}
          disabledReason={disabledReasonFor(role, "run a test check")}
        >
          <SelectField id="provider" name="provider" label="With" className="sm:max-w-xs" defaultValue="s">
            <option value="s">{providers().test.s.name} (provider s)</option>
            <option value="b">{providers().test.b.name} (provider b)</option>
          </SelectField>
        </ActionForm>
      </Card>
      <Card heading="2. Put it in your shop" lead="Each is complete: with your key filled in, it runs as it stands.">
        {!listed?.ok ? (
          <Failed what="Your keys" here="/dashboard/connect" />
        ) : key === undefined ? (
          <Empty heading="No key that works" action={<ButtonLink href="/dashboard/keys">Make a key</ButtonLink>}>
            The code needs a plugin key of yours.
          </Empty>
        ) : (
          <div className="grid grid-cols-1 gap-6">
            {keys.length > 1 && (
              <form className="flex flex-wrap items-end gap-3">
                <SelectField id="key" name="key" label="Key" defaultValue={key.key}>
                  {keys.map((one) => (
                    <option key={one.key} value={one.key}>
                      {one.label || "Without a label"} ({one.mode})
                    </option>
                  ))}
                </SelectField>
                <Button>Use this one</Button>
              </form>
            )}
            <Copyable text={key.key} what="your plugin key" />
            <SnippetTabs snippets={snippetsFor({ baseUrl, pluginKey: key.key, provider: "s", shopUrl })} />
          </div>
        )}
      </Card>
      <Card heading="3. Your calls" lead="As they arrive, with the reason of each that is refused.">
        {calls === null ? (
          <Failed what="The latest calls" here="/dashboard/connect" />
        ) : (
          <LiveCalls organization={id} first={calls ?? []} />
        )}
        <p className="mt-4">
          <ButtonLink href="/dashboard/activity" size="small" prefetch={false}>
            See all activity
          </ButtonLink>
        </p>
      </Card>
    </>
  );
}
