import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ChallengeTable } from "#app/desk/domains/challenge-table.tsx";
import { DomainState } from "#app/desk/domains/domain-state.tsx";
import { storedLook } from "#app/desk/domains/look.ts";
import { Watch } from "#app/desk/domains/watch.tsx";
import { desk } from "#app/desk/member.ts";
import { offFor } from "#app/desk/off.ts";
import { ActionForm } from "#app/desk/ui/action-form.tsx";
import { Card } from "#app/desk/ui/card.tsx";
import { CheckField, TypedField } from "#app/desk/ui/field.tsx";
import { Notice } from "#app/desk/ui/notice.tsx";
import { PageHead } from "#app/desk/ui/page-head.tsx";
import { when } from "#app/desk/when.ts";
import { readDomain } from "#lib/account/domain.ts";
import { MISSING_FOR_MS } from "#lib/rules/domain-proof.ts";
import { removeDomain, setMethod, setSubdomains } from "../actions.ts";

export const metadata: Metadata = { title: "Domain" };

type Props = { params: Promise<{ host: string }> };

export default async function DomainPage({ params }: Props) {
  const { user, organization } = await desk();
  const { id, role, timeZone } = organization;
  const found = await readDomain(user, id, decodeURIComponent((await params).host));
  if (!found.ok) notFound();
  const { domain, challenge } = found;
  const { host, unicode, method, verifiedAt, missingSince, isVouched } = domain;
  const off = offFor(role, "change domains");
  const here = { organization: id, hidden: { host } };
  return (
    <>
      <PageHead heading={unicode}>
        <div className="flex flex-wrap items-center gap-2">
          <DomainState {...domain} />
          {unicode !== host && <code className="font-mono text-sm">{host}</code>}
          {verifiedAt && <span className="text-sm">since {when(verifiedAt, timeZone)}</span>}
        </div>
      </PageHead>
      {missingSince && (
        <Notice look="warn" heading="What proves this domain is gone">
          <p>
            Since {when(missingSince, timeZone)}. Checks go on until{" "}
            {when(new Date(+missingSince + MISSING_FOR_MS), timeZone)}: put it back until then.
          </p>
        </Notice>
      )}
      {isVouched || challenge === null ? (
        <Card heading="Vouched for">
          <p>The operator of this service says that this host is yours. Nothing needs to be proven.</p>
        </Card>
      ) : (
        <>
          <Card
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
                size="small"
                look="quiet"
                off={off}
                className="mt-4"
              />
            )}
          </Card>
          <Card
            heading={method === "dns" ? "2. What DNS answers now" : "2. What the host answers now"}
            lead={
              domain.nextCheckAt
                ? `We look again by ourselves on ${when(domain.nextCheckAt, timeZone)}, and every day.`
                : ""
            }
          >
            <Watch {...here} host={host} first={storedLook(domain)} off={off} />
          </Card>
          {method === "dns" && (
            <Card heading="Sub-domains">
              <ActionForm action={setSubdomains} {...here} button="Save" off={off}>
                <CheckField
                  id="includeSubdomains"
                  name="includeSubdomains"
                  label={`Every name below ${unicode} counts too`}
                  hint={`Such as www.${unicode} and checkout.${unicode}.`}
                  defaultChecked={domain.includeSubdomains}
                />
              </ActionForm>
            </Card>
          )}
        </>
      )}
      <Card
        heading="Remove"
        lead="Calls for this host are refused at once. You can add it again; its value is then another."
      >
        <ActionForm
          action={removeDomain}
          {...here}
          button="Remove the domain"
          look="danger"
          off={offFor(role, "remove domains")}
        >
          <TypedField name={<b>{unicode}</b>} />
        </ActionForm>
      </Card>
    </>
  );
}
