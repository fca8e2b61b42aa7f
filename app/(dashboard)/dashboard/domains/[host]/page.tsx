import type { Metadata } from "next";
import { ActionForm } from "#app/_ui/action-form.tsx";
import { Button } from "#app/_ui/button.tsx";
import { CheckboxField } from "#app/_ui/checkbox-field.tsx";
import { DialogLink } from "#app/_ui/dialog-link.tsx";
import { formatMoment, formatWhen } from "#app/_ui/format-date.ts";
import { PageHeader } from "#app/_ui/page-header.tsx";
import { SettingsSection } from "#app/_ui/section.tsx";
import { NoSuchPage } from "#app/(dashboard)/_components/no-such-page.tsx";
import { currentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { disabledReasonFor } from "#app/(dashboard)/_lib/disabled-reason.ts";
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
  const { id, role, timeZone } = organization;
  const found = await readDomain(user, id, decodeURIComponent((await params).host));
  if (!found.ok) return <NoSuchPage />;
  const { domain, challenge } = found;
  const { host, unicode, method, verifiedAt, missingSince, isManuallyVerified, checkedAt, nextCheckAt } = domain;
  const now = new Date();
  const disabledReason = disabledReasonFor(role, "change domains");
  const removeReason = disabledReasonFor(role, "remove domains");
  const here = { organization: id, hidden: { host } };
  const what = method === "dns" ? "record" : "file";
  return (
    <>
      <PageHeader
        heading={unicode}
        help="domains"
        parent={{ href: "/dashboard/domains", name: "Domains" }}
        action={<DomainState {...domain} timeZone={timeZone} now={now} />}
      />
      {(unicode !== host || verifiedAt) && (
        <p className="keyline meta">
          {unicode !== host && (
            <>
              <code>{host}</code>{" "}
            </>
          )}
          {verifiedAt && `Verified since ${formatMoment(verifiedAt, timeZone, now)}.`}
        </p>
      )}
      <LostNotice domain={domain} timeZone={timeZone} now={now} />
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
                ? "At the company that runs your DNS. The value is yours alone; leave it there for good."
                : "A plain text file on the host, for everybody to read. Leave it there for good."
            }
          >
            <ChallengeTable method={method} challenge={challenge} />
            <div className="row">
              <a className="btn" href={stepsLink(method, challenge, unicode)}>
                E-mail these steps
              </a>
              {verifiedAt === null && (
                <ActionForm
                  action={setMethod}
                  organization={id}
                  hidden={{ host, method: method === "dns" ? "file" : "dns" }}
                  button={method === "dns" ? "Use a file instead" : "Use a DNS record instead"}
                  variant="ghost"
                  disabledReason={disabledReason}
                />
              )}
            </div>
          </SettingsSection>
          <SettingsSection
            heading={method === "dns" ? "What DNS answers now" : "What the host answers now"}
            lead={[
              checkedAt && `Last checked ${formatWhen(checkedAt, timeZone, now)}.`,
              nextCheckAt && `Next check ${formatWhen(nextCheckAt, timeZone, now)}, and every day.`,
            ]
              .filter(Boolean)
              .join(" ")}
          >
            <DomainPoller {...here} host={host} first={storedProbe(domain)} disabledReason={disabledReason} />
          </SettingsSection>
        </>
      )}
      {method === "dns" && !isManuallyVerified && challenge !== null && (
        <SettingsSection heading="Settings">
          <ActionForm action={setSubdomainsAction} {...here} button="Save settings" disabledReason={disabledReason}>
            <CheckboxField
              id="includeSubdomains"
              name="includeSubdomains"
              label="Include sub-domains"
              hint={`Such as www.${unicode} and checkout.${unicode}.`}
              defaultChecked={domain.includeSubdomains}
            />
          </ActionForm>
        </SettingsSection>
      )}
      <SettingsSection heading="Danger" lead="Live checks cannot return to a removed host.">
        <div className="row">
          {removeReason === null ? (
            <DialogLink
              href={`/dashboard/domains/${host}/remove`}
              label="Remove domain"
              heading={`Remove ${unicode}?`}
              variant="destructive"
            >
              <RemoveForm organization={id} host={host} unicode={unicode} disabledReason={null} />
            </DialogLink>
          ) : (
            <>
              <Button type="button" variant="destructive" aria-disabled="true" aria-describedby="remove-reason">
                Remove domain
              </Button>
              <p className="meta" id="remove-reason">
                {removeReason}
              </p>
            </>
          )}
        </div>
      </SettingsSection>
    </>
  );
}
