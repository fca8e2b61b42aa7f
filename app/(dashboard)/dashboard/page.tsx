import type { Metadata } from "next";
import { LoadError } from "#app/_ui/load-error.tsx";
import { PageHeader } from "#app/_ui/page-header.tsx";
import { Section } from "#app/_ui/section.tsx";
import { type Overview, overviewOf } from "#lib/activity/overview.ts";
import type { Mode } from "#lib/core/provider.rules.ts";
import { currentMembership } from "../_lib/current-membership.ts";
import { loadOrFail } from "../_lib/load-or-fail.ts";
import { Banners } from "./_overview/banners.tsx";
import { ChecksCard } from "./_overview/checks-card.tsx";
import { FirstSteps } from "./_overview/first-steps.tsx";

export const metadata: Metadata = { title: "Overview" };

export default async function OverviewPage() {
  const { user, organization } = await currentMembership();
  const of = (mode: Mode) => loadOrFail("overview", () => overviewOf(user, organization.id, { days: 30, mode }));
  const [overview, test] = [await of("live"), await of("test")];
  return (
    <>
      <PageHeader heading="Overview">
        <p>{organization.name}</p>
      </PageHeader>
      <Banners />
      {overview?.ok && test?.ok ? (
        <>
          <Section heading={isDone(overview.checklist) ? "You are live" : "Getting started"}>
            <FirstSteps facts={overview.checklist} />
          </Section>
          <ChecksCard overview={overview} mode="live" />
          <ChecksCard overview={test} mode="test" />
        </>
      ) : (
        <LoadError what="The overview" here="/dashboard" />
      )}
    </>
  );
}

function isDone(facts: Overview["checklist"]): boolean {
  return Object.values(facts).every(Boolean);
}
