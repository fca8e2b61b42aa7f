import type { Metadata } from "next";
import { ButtonLink } from "#app/_ui/button.tsx";
import { CheckboxField } from "#app/_ui/checkbox-field.tsx";
import { PageHeader } from "#app/_ui/page-header.tsx";
import { SettingsSection } from "#app/_ui/section.tsx";
import { MemberDialog, MemberForm } from "#app/(dashboard)/_components/member-form.tsx";
import { NoSuchPage } from "#app/(dashboard)/_components/no-such-page.tsx";
import { currentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { disabledReasonFor } from "#app/(dashboard)/_lib/disabled-reason.ts";
import { readerDates } from "#app/(dashboard)/_lib/reader-dates.ts";
import { readDomain } from "#lib/domains/domain.ts";
import { ChallengeTable, stepsLink } from "../_components/challenge-table.tsx";
import { DomainPoller } from "../_components/domain-poller.tsx";
import { DomainState } from "../_components/domain-state.tsx";
import { LostNotice } from "../_components/lost-notice.tsx";
import { RemoveForm } from "../_components/remove-form.tsx";
import { storedProbe } from "../_lib/probe-view.ts";
import { setMethod, setSubdomainsAction } from "../actions.ts";

export const metadata: Metadata = { title: "Domain" };

type Props = { params: Promise<{ host: string }> };

export default async function DomainPage({ params }: Props) {
  const { user, organization } = await currentMembership();
  const { id, role } = organization;
  const found = await readDomain(user, id, decodeURIComponent((await params).host));
  if (!found.ok) return <NoSuchPage />;
  const { domain, challenge } = found;
  const { host, unicode, method, verifiedAt, missingSince, isManuallyVerified, checkedAt, nextCheckAt } = domain;
  const { moment, when } = await readerDates();
  const disabledReason = disabledReasonFor(role, "change domains");
  const removeReason = disabledReasonFor(role, "remove domains");
  const what = method === "dns" ? "record" : "file";
  return (
    <>
      <PageHeader
        heading={unicode}
        help="domains"
        parent={{ href: "/dashboard/domains", name: "Domains" }}
        action={<DomainState domain={domain} />}
      />
      {(unicode !== host || verifiedAt) && (
        <p className="-mt-3 mb-3 text-meta text-soft">
          {unicode !== host && (
            <>
              <code>{host}</code>{" "}
            </>
          )}
          {verifiedAt && `Verified since ${moment(verifiedAt)}.`}
        </p>
      )}
      <LostNotice domain={domain} />
      {isManuallyVerified || challenge === null ? (
        <SettingsSection heading="Verified by the operator">
          <p>The operator of this service has verified this host for you. There is no record to add.</p>
        </SettingsSection>
      ) : (
        <>
          <SettingsSection
            heading={missingSince ? `Put this ${what} back` : verifiedAt ? `Your ${what}` : `Add this ${what}`}
            lead={
              method === "dns"
                ? "Add it at your DNS provider. Do not remove it later."
                : "A plain text file on the host that everybody can read. Do not remove it later."
            }
          >
            <ChallengeTable method={method} challenge={challenge} />
            <div className="flex flex-wrap items-center gap-2">
              <ButtonLink href={stepsLink(method, challenge, unicode)}>E-mail these steps</ButtonLink>
              {verifiedAt === null && (
                <MemberForm
                  permission="change domains"
                  action={setMethod}
                  hidden={{ host, method: method === "dns" ? "file" : "dns" }}
                  button={method === "dns" ? "Use a file instead" : "Use a DNS record instead"}
                  variant="ghost"
                />
              )}
            </div>
          </SettingsSection>
          <SettingsSection
            heading={method === "dns" ? "What DNS answers now" : "What the host answers now"}
            lead={[
              checkedAt && `Last checked ${when(checkedAt)}.`,
              nextCheckAt && `Next check ${when(nextCheckAt)}, and every day.`,
            ]
              .filter(Boolean)
              .join(" ")}
          >
            <DomainPoller organization={id} host={host} first={storedProbe(domain)} disabledReason={disabledReason} />
          </SettingsSection>
        </>
      )}
      {method === "dns" && !isManuallyVerified && challenge !== null && (
        <SettingsSection heading="Settings">
          <MemberForm permission="change domains" action={setSubdomainsAction} hidden={{ host }} button="Save settings">
            <CheckboxField
              id="includeSubdomains"
              name="includeSubdomains"
              label="Include sub-domains"
              hint={`Such as www.${unicode} and checkout.${unicode}.`}
              defaultChecked={domain.includeSubdomains}
            />
          </MemberForm>
        </SettingsSection>
      )}
      <SettingsSection heading="Remove domain" lead="Live checks cannot return to a removed host.">
        <div className="flex flex-wrap items-center gap-2">
          <MemberDialog
            permission="remove domains"
            disabledBy="remove-reason"
            href={`/dashboard/domains/${host}/remove`}
            label="Remove domain"
            heading={`Remove ${unicode}?`}
            variant="destructive"
          >
            <RemoveForm host={host} unicode={unicode} />
          </MemberDialog>
          {removeReason !== null && (
            <p className="text-meta text-soft" id="remove-reason">
              {removeReason}
            </p>
          )}
        </div>
      </SettingsSection>
    </>
  );
}
