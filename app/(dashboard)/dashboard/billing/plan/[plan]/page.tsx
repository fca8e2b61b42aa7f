import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { ButtonLink } from "#app/_ui/button.tsx";
import { Columns } from "#app/_ui/columns.tsx";
import { LoadError } from "#app/_ui/load-error.tsx";
import { Notice } from "#app/_ui/notice.tsx";
import { PageHeader } from "#app/_ui/page-header.tsx";
import { NoSuchPage } from "#app/(dashboard)/_components/no-such-page.tsx";
import { currentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { whoMay } from "#app/(dashboard)/_lib/disabled-reason.ts";
import { loadOrFail } from "#app/(dashboard)/_lib/load-or-fail.ts";
import { NotAllowed } from "#app/(dashboard)/dashboard/_components/not-allowed.tsx";
import { isOwnPlan } from "#lib/billing/plan-cost.rules.ts";
import { readPlanReview } from "#lib/billing/plan-review.ts";
import { wordsOf } from "#lib/wording.ts";
import { Agreement } from "./_components/agreement.tsx";
import { ChangeEstimate } from "./_components/change-estimate.tsx";

export const metadata: Metadata = { title: "Billing: review a plan" };

type Props = { params: Promise<{ plan: string }> };

const BILLING = { href: "/dashboard/billing/plan", name: "Billing" };

/** Shows what a plan costs, line by line, before anybody agrees to it. The button is here and nowhere else. */
export default async function PlanReviewPage({ params }: Props) {
  const { user, organization } = await currentMembership();
  const { plan: planId } = await params;
  const read = await loadOrFail("plan review", () => readPlanReview(user, organization.id, planId));
  if (read?.ok) {
    const { review } = read;
    // Back, after the plan was chosen.
    if (review.before && isOwnPlan(review.before, review.plan)) redirect(BILLING.href);
    return (
      <>
        <PageHeader
          help="billing"
          heading={review.before ? `Change to ${review.plan.name}` : `Choose ${review.plan.name}`}
          parent={BILLING}
        />
        <Columns aside={<Agreement review={review} />}>
          <ChangeEstimate review={review} />
        </Columns>
      </>
    );
  }
  if (read?.reason === "plan_unknown") return <NoSuchPage />;
  return (
    <>
      <PageHeader help="billing" heading="Review a plan" parent={BILLING} />
      {read === null ? (
        <LoadError what="The plan" here={`${BILLING.href}/${planId}`} />
      ) : read.reason === "not_allowed" ? (
        <NotAllowed what="billing" who={whoMay("see billing")} />
      ) : (
        <Notice
          variant="bad"
          heading={wordsOf(read).heading}
          action={
            <ButtonLink size="sm" href={BILLING.href}>
              Back to the plans
            </ButtonLink>
          }
        >
          <p>{wordsOf(read).text}</p>
        </Notice>
      )}
    </>
  );
}
