import type { Metadata } from "next";
import { ActionForm } from "#app/_ui/action-form.tsx";
import { CheckboxField } from "#app/_ui/checkbox-field.tsx";
import { formatDate } from "#app/_ui/format-date.ts";
import { Notice } from "#app/_ui/notice.tsx";
import { PageHeader } from "#app/_ui/page-header.tsx";
import { Section } from "#app/_ui/section.tsx";
import { ConfirmField } from "#app/_ui/text-field.tsx";
import { NoSuchPage } from "#app/(dashboard)/_components/no-such-page.tsx";
import { currentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { disabledReasonFor } from "#app/(dashboard)/_lib/disabled-reason.ts";
import { readDomain } from "#lib/domains/domain.ts";
import { MISSING_FOR_MS } from "#lib/domains/proof.rules.ts";
import { ChallengeTable } from "../_components/challenge-table.tsx";
import { DomainPoller } from "../_components/domain-poller.tsx";
import { DomainState } from "../_components/domain-state.tsx";
import { storedProbe } from "../_lib/probe-view.ts";
import { removeDomainAction, setMethod, setSubdomainsAction } from "../actions.ts";

export const metadata: Metadata = { title: "Domain" };

type Props = { params: Promise<{ host: string }> };

export default async function DomainPage({ params }: Props) {
  const { user, organization } = await currentMembership();
  const { id, role, timeZone } = organization;
  const found = await readDomain(user, id, decodeURIComponent((await params).host));
  if (!found.ok) return <NoSuchPage />;
  const { domain, challenge } = found;
  const { host, unicode, method, verifiedAt, missingSince, isManuallyVerified } = domain;
  const disabledReason = disabledReasonFor(role, "change domains");
  const here = { organization: id, hidden: { host } };
  return (
    <>
      <PageHeader heading={unicode}>
        <div className="flex flex-wrap items-center gap-2">
          <DomainState {...domain} />
          {unicode !== host && <code className="font-mono text-sm">{host}</code>}
          {verifiedAt && <span className="text-sm">since {formatDate(verifiedAt, timeZone)}</span>}
        </div>
      </PageHeader>
      {missingSince && (
        <Notice variant="busy" heading="What proves this domain is gone">
          <p>
            Since {formatDate(missingSince, timeZone)}. Checks go on until{" "}
            {formatDate(new Date(+missingSince + MISSING_FOR_MS), timeZone)}: put it back until then.
          </p>
        </Notice>
      )}
      {isManuallyVerified || challenge === null ? (
        <Section heading="Verified by the operator">
          <p>The operator of this service says that this host is yours. Nothing needs to be proven.</p>
        </Section>
      ) : (
        <>
          <Section
            heading={method === "dns" ? "1. Add this DNS record" : "1. Put this file on the host"}
            lead={
              method === "dns"
                ? "Where your domain’s DNS is managed. The value is yours alone; leave it there for good."
                : "A plain text file with the value and nothing more, for everybody to read. Leave it there for good."
            }
          >
            <ChallengeTable method={method} challenge={challenge} />
            {verifiedAt === null && (
              <ActionForm
                action={setMethod}
                organization={id}
                hidden={{ host, method: method === "dns" ? "file" : "dns" }}
                button={method === "dns" ? "Use a file instead" : "Use a DNS record instead"}
                size="sm"
                variant="ghost"
                disabledReason={disabledReason}
                className="mt-4"
              />
            )}
          </Section>
          <Section
            heading={method === "dns" ? "2. What DNS answers now" : "2. What the host answers now"}
            lead={
              domain.nextCheckAt
                ? `We look again by ourselves on ${formatDate(domain.nextCheckAt, timeZone)}, and every day.`
                : ""
            }
          >
            <DomainPoller {...here} host={host} first={storedProbe(domain)} disabledReason={disabledReason} />
          </Section>
          {method === "dns" && (
            <Section heading="Sub-domains">
              <ActionForm action={setSubdomainsAction} {...here} button="Save" disabledReason={disabledReason}>
                <CheckboxField
                  id="includeSubdomains"
                  name="includeSubdomains"
                  label={`Every name below ${unicode} counts too`}
                  hint={`Such as www.${unicode} and checkout.${unicode}.`}
                  defaultChecked={domain.includeSubdomains}
                />
              </ActionForm>
            </Section>
          )}
        </>
      )}
      <Section
        heading="Remove"
        lead="Calls for this host are refused at once. You can add it again; its value is then another."
      >
        <ActionForm
          action={removeDomainAction}
          {...here}
          button="Remove the domain"
          variant="destructive"
          disabledReason={disabledReasonFor(role, "remove domains")}
        >
          <ConfirmField name={<b>{unicode}</b>} />
        </ActionForm>
      </Section>
    </>
  );
}
