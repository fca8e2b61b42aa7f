import type { Metadata } from "next";
import { ModeBadge } from "#app/_ui/badge.tsx";
import { Copyable } from "#app/_ui/copy-button.tsx";
import { LoadError } from "#app/_ui/load-error.tsx";
import { Notice } from "#app/_ui/notice.tsx";
import { PageHeader } from "#app/_ui/page-header.tsx";
import { SettingsSection } from "#app/_ui/section.tsx";
import { NoSuchPage } from "#app/(dashboard)/_components/no-such-page.tsx";
import { currentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { loadOrFail } from "#app/(dashboard)/_lib/load-or-fail.ts";
import { inMode } from "#app/(dashboard)/_lib/mode.ts";
import { readerDates } from "#app/(dashboard)/_lib/reader-dates.ts";
import { ReadOnly } from "#app/(dashboard)/dashboard/_components/read-only.tsx";
import { keyDaysOf, keyHostsOf, keyUseOf } from "#lib/activity/key-use.ts";
import { mayEver } from "#lib/core/permission.rules.ts";
import { listKeySecrets } from "#lib/keys/key-secret.ts";
import { readGivenLimits } from "#lib/keys/key-settings.ts";
import { shortKey } from "#lib/keys/plugin-key.rules.ts";
import { permissionToEnd } from "#lib/keys/plugin-key.ts";
import { CreatedBy } from "../_components/created-by.tsx";
import { DangerSection } from "../_components/danger-section.tsx";
import { KeyForm } from "../_components/key-form.tsx";
import { KeyState } from "../_components/key-state.tsx";
import { LockSection } from "../_components/lock-section.tsx";
import { OrphanSection, RotateSection, RotationSection } from "../_components/rotate-section.tsx";
import { KeySettingsSection } from "../_components/settings-section.tsx";
import { UseSection } from "../_components/use-section.tsx";
import { keyPageOf } from "../_lib/key-page.ts";
import { resumeKey } from "../actions.ts";

export const metadata: Metadata = { title: "Key" };

type Props = { params: Promise<{ key: string }>; searchParams: Promise<{ created?: string }> };

const LATER = ["Settings", "Lock", "Pause or revoke"];
const FRESH_MS = 10 * 60_000;

export default async function Key({ params, searchParams }: Props) {
  const { key: text } = await params;
  const { created } = await searchParams;
  const found = await keyPageOf(text);
  if (found === null) return <NoSuchPage />;
  const { row, rotation, predecessor, isOver, outlook, keepable } = found;
  const { user, organization } = await currentMembership();
  const { now, shortDay, when } = await readerDates();
  const { id, role } = organization;
  const pair = rotation ? [rotation.old.key, rotation.fresh.key] : [];
  const [use, hosts, secrets, given, days] = await Promise.all([
    loadOrFail("key use", () => keyUseOf(user, id, [text, ...pair])),
    loadOrFail("key hosts", () => keyHostsOf(user, id, rotation?.old.key ?? text)),
    loadOrFail("key secrets", () => listKeySecrets(user, text)),
    loadOrFail("given limits", () => readGivenLimits(user, id)),
    loadOrFail("key days", () => Promise.all(pair.map((one) => keyDaysOf(user, id, one)))),
  ]);
  const useOf = (key: string) => (use?.ok ? use.rows.find((one) => one.key === key) : undefined);
  const hostsOfText = !rotation || rotation.old.key === text ? hosts : await keyHostsOf(user, id, text);
  const rotated = ({ key, label, createdAt, pausedAt }: typeof row, n: number) => {
    const counted = days?.[n];
    const callsByHour = useOf(key)?.callsByHour ?? [];
    return { key, label, createdAt, isPaused: pausedAt !== null, callsByHour, days: counted?.ok ? counted.rows : [] };
  };
  // Somebody has to act before the old key ends, so that comes first.
  const isEnding = rotation !== null || row.endsAt !== null;
  const parts = [...(isEnding ? ["Rotate", "Use"] : ["Use", "Rotate"]), ...LATER];
  const isAsCreated = !isOver && row.pausedAt === null && row.endsAt === null && !row.isLocked;
  return (
    <>
      <PageHeader
        heading={row.label || "Key without a label"}
        help="keys"
        parent={{ href: inMode("/dashboard/keys", row.mode), name: "Keys" }}
        action={
          <>
            <ModeBadge mode={row.mode} />
            <KeyState row={row} />
          </>
        }
      />
      <div className="-mt-3 mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 *:min-w-0 *:wrap-anywhere">
        <Copyable text={text} what="key" />
        <span className="text-meta text-soft">
          Created {shortDay(row.createdAt)}
          <CreatedBy keyText={text} />
          {predecessor && (
            <>
              {" "}
              Replaces{" "}
              <a href={`/dashboard/keys/${predecessor.key}`}>
                {predecessor.label && predecessor.label !== row.label ? (
                  `“${predecessor.label}”`
                ) : (
                  <code>{shortKey(predecessor.key)}</code>
                )}
              </a>
              .
            </>
          )}
        </span>
      </div>
      {!mayEver(role, permissionToEnd(row.mode)) && !isOver && (
        <ReadOnly id="read-only" user={user} organization={organization} what="Keys" permission="change keys" />
      )}
      {row.pausedAt && !isOver && (
        <Notice variant="bad" heading="This key is paused">
          <span>Paused {when(row.pausedAt)}. Its calls are refused until somebody resumes it.</span>
          <KeyForm action={resumeKey} keyText={text} button="Resume key" size="sm" />
        </Notice>
      )}
      {created !== undefined && +now - +row.createdAt < FRESH_MS && isAsCreated && (
        <div id="created" tabIndex={-1}>
          <Notice variant="good" heading="Key created." live="status">
            <span>It works at once.</span>{" "}
            <a href={`/dashboard/connect?key=${text}${row.mode === "test" ? "&mode=test" : ""}`}>
              Put it into your shop
            </a>
          </Notice>
        </div>
      )}
      {!isOver && (
        <nav className="mb-5 flex flex-wrap items-center gap-2" aria-label="Parts of this page">
          <span className="text-meta text-soft">On this page:</span>
          {parts
            .filter((part) => part !== "Lock" || row.mode === "live")
            .map((part) => (
              <a key={part} href={`#${part.toLowerCase().replaceAll(" ", "-")}`}>
                {part}
              </a>
            ))}
        </nav>
      )}
      {rotation && (
        <RotationSection
          here={text}
          old={{ ...rotated(rotation.old, 0), endsAt: rotation.endsAt }}
          fresh={rotated(rotation.fresh, 1)}
          areCallsLoaded={use?.ok === true && days?.every(({ ok }) => ok) === true}
          outlook={rotation.outlook}
          oldHosts={hosts?.ok ? hosts.rows.filter(({ inHour }) => inHour > 0).map(({ host }) => host) : []}
        />
      )}
      {!isOver && rotation === null && row.endsAt && (
        <OrphanSection keyText={text} endsAt={row.endsAt} outlook={outlook} />
      )}
      <UseSection row={row} use={useOf(text) ?? null} hosts={hostsOfText?.ok ? hostsOfText.rows : []} />
      {!isOver && (
        <>
          {!isEnding && <RotateSection keyText={text} isPaused={row.pausedAt !== null} />}
          <KeySettingsSection row={row} given={given?.ok ? given.read : null} />
          {row.mode === "live" && !secrets?.ok && (
            <SettingsSection id="lock" heading="Lock">
              <LoadError what="The secrets of this key" here={`/dashboard/keys/${text}`} />
            </SettingsSection>
          )}
          {row.mode === "live" && secrets?.ok && (
            <LockSection keyText={text} isLocked={row.isLocked} secrets={secrets.rows} calls={useOf(text) ?? null} />
          )}
          <DangerSection row={{ ...row, outlook, keepable }} />
        </>
      )}
    </>
  );
}
