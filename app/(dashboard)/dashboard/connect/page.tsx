import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { ButtonLink } from "#app/_ui/button.tsx";
import { Empty } from "#app/_ui/empty.tsx";
import { LoadError } from "#app/_ui/load-error.tsx";
import { PageHeader } from "#app/_ui/page-header.tsx";
import { currentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { loadOrFail } from "#app/(dashboard)/_lib/load-or-fail.ts";
import { inMode, readMode } from "#app/(dashboard)/_lib/mode.ts";
import type { Params } from "#app/(dashboard)/_lib/query.ts";
import type { Mode } from "#lib/core/provider.rules.ts";
import { decryptId } from "#lib/crypto/opaque-id.ts";
import { referenceOf } from "#lib/crypto/reference.ts";
import { listDomains } from "#lib/domains/domain.ts";
import { providers } from "#lib/eid/providers.ts";
import { isOver } from "#lib/keys/plugin-key.rules.ts";
import { listKeys } from "#lib/keys/plugin-key.ts";
import { config } from "#lib/runtime/config.ts";
import { readSentNo } from "#lib/verification/send-no.ts";
import { Choose } from "./_components/choose.tsx";
import { Code } from "./_components/code.tsx";
import { LiveSide } from "./_components/live-side.tsx";
import { SendNo } from "./_components/send-no.tsx";
import { noTestCheckReason } from "./_lib/no-test-check.ts";
import { connectAddress, readOptions } from "./_lib/options.ts";
import { readPane } from "./_lib/read-pane.ts";
import { isPackaged } from "./_snippets/snippets.ts";

export const metadata: Metadata = { title: "Connect" };

/** A shop on the developer's machine: loopback needs no verified domain. */
const LOCAL_PAGE = "http://localhost:8080/";

export default async function Connect({ searchParams }: { searchParams: Promise<Params> }) {
  const { user, organization } = await currentMembership();
  const { id, role, timeZone } = organization;
  const given = await searchParams;
  const mode = readMode(given);
  const [listed, domains] = await Promise.all([
    loadOrFail("keys", () => listKeys(user, id)),
    loadOrFail("domains", () => listDomains(user, id)),
  ]);
  const now = new Date();
  const keys = listed?.ok ? listed.rows.filter((key) => !isOver(key, now)) : [];
  const verified = domains?.ok ? domains.rows.find(({ verifiedAt }) => verifiedAt !== null)?.host : undefined;
  const chosen = keys.find(({ key }) => key === given.key);
  const optionsOf = (mode: Mode) =>
    readOptions(given, {
      mode,
      keys: keys.filter((one) => one.mode === mode).map(({ key }) => key),
      providers: eidsOf(mode),
      page: mode === "test" ? LOCAL_PAGE : `https://${verified ?? "shop.example"}/`,
    });
  // A key of the other mode changes the mode.
  if (chosen && chosen.mode !== mode) redirect(connectAddress(chosen.mode, optionsOf(chosen.mode)));
  const options = optionsOf(mode);
  if (listed === null || options.key === "")
    return (
      <>
        <PageHeader heading="Connect" help="connect" />
        {listed === null ? <LoadError what="Your keys" here="/dashboard/connect" /> : <NoKey mode={mode} />}
      </>
    );
  const sent = typeof given.no === "string" ? given.no : null;
  const [no, pane] = [
    sent && (await readSentNo(sent, id, options.key)),
    await loadOrFail("latest calls", () => readPane(user, id, { key: options.key, sent, timeZone })),
  ];
  const here = connectAddress(mode, options) + (sent ? `&no=${sent}` : "");
  const disabledReason = noTestCheckReason(role);
  return (
    <>
      <PageHeader heading="Connect" help="connect" action={<a href="/reasons">What each answer means</a>} />
      <div className="grid gap-8 *:min-w-0 min-[1100px]:grid-cols-[minmax(0,1fr)_23rem]">
        <div className="grid content-start gap-8 *:min-w-0">
          <Choose mode={mode} options={options} keys={keys} providers={eidsOf(mode)} />
          {options.pageFlaw === null && (
            <Code
              mode={mode}
              options={options}
              isLocked={keys.some((one) => one.key === options.key && one.isLocked)}
            />
          )}
          {mode === "test" && options.pageFlaw === null && (
            <SendNo organization={id} options={options} disabledReason={disabledReason} />
          )}
        </div>
        <LiveSide
          {...{ mode, here, options, disabledReason, organization: id, first: pane }}
          link={linkIn(given.check)}
          sent={sent && no ? { name: sent, url: no.url, isPackaged: isPackaged(options.platform) } : null}
        />
      </div>
    </>
  );
}

function eidsOf(mode: Mode) {
  return (["s", "b"] as const).filter((one) => providers()[mode][one]);
}

/** Reads the link of a test check, which the action put into the address. Any other text is none. */
function linkIn(check: Params[string]): { url: string; reference: string } | null {
  const [path, session = ""] = (typeof check === "string" && /^\/verify\/[sb]\?session=([\w-]{43})$/.exec(check)) || [];
  const id = decryptId("session", session);
  return path && id ? { url: `${config().baseUrl}${path}`, reference: referenceOf(id) } : null;
}

function NoKey({ mode }: { mode: Mode }) {
  return (
    <Empty
      heading={`No working ${mode} key`}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <ButtonLink variant="primary" href={inMode("/dashboard/keys", mode)}>
            Create key
          </ButtonLink>
          {mode === "live" && <ButtonLink href="/dashboard/connect?mode=test">Use a test key</ButtonLink>}
        </div>
      }
    >
      {mode === "live"
        ? "Live checks need a live key, a verified domain and a plan. A test key works at once."
        : "The code needs a plugin key of yours."}
    </Empty>
  );
}
