import type { Metadata } from "next";
import { Button, ButtonLink } from "#app/_ui/button.tsx";
import { Copyable } from "#app/_ui/copy-button.tsx";
import { Empty } from "#app/_ui/empty.tsx";
import { LoadError } from "#app/_ui/load-error.tsx";
import { PageHeader } from "#app/_ui/page-header.tsx";
import { Section } from "#app/_ui/section.tsx";
import { SelectField } from "#app/_ui/select-field.tsx";
import { currentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { disabledReasonFor } from "#app/(dashboard)/_lib/disabled-reason.ts";
import { loadOrFail } from "#app/(dashboard)/_lib/load-or-fail.ts";
import { config } from "#lib/core/config.ts";
import { listDomains } from "#lib/domains/domain.ts";
import { isOver } from "#lib/keys/plugin-key.rules.ts";
import { listKeys } from "#lib/keys/plugin-key.ts";
import { LiveCalls } from "./_components/live-calls.tsx";
import { SnippetTabs } from "./_components/snippet-tabs.tsx";
import { TestCheckCard } from "./_components/test-check-card.tsx";
import { recentCalls } from "./_lib/recent-calls.ts";
import { LOCAL_SHOP, snippetsFor } from "./_snippets/snippets.ts";

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
      <PageHeader heading="Connect">
        <p>See an age check work first, then put it in your shop.</p>
      </PageHeader>
      <TestCheckCard organization={id} link={link} disabledReason={disabledReasonFor(role, "run a test check")} />
      <Section heading="2. Put it in your shop" lead="Each is complete: with your key filled in, it runs as it stands.">
        {!listed?.ok ? (
          <LoadError what="Your keys" here="/dashboard/connect" />
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
      </Section>
      <Section heading="3. Your calls" lead="As they arrive, with the reason of each that is refused.">
        {calls === null ? (
          <LoadError what="The latest calls" here="/dashboard/connect" />
        ) : (
          <LiveCalls organization={id} first={calls ?? []} />
        )}
        <p className="mt-4">
          <ButtonLink href="/dashboard/checks" size="sm" prefetch={false}>
            See all activity
          </ButtonLink>
        </p>
      </Section>
    </>
  );
}
