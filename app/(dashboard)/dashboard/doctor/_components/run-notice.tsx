import Link from "next/link";
import { ButtonLink } from "#app/_ui/button.tsx";
import { Notice } from "#app/_ui/notice.tsx";
import type { DoctorRun } from "#lib/shop-doctor/doctor-run.ts";
import type { StoredReport } from "#lib/shop-doctor/stored-report.rules.ts";
import { CASE_COUNT, failedOf, foundText, hindranceOf, unwalkedOf } from "../_lib/run-words.ts";
import { KeepCurrent } from "./keep-current.tsx";
import { ReportText } from "./report-text.tsx";

/** How the run stands, in a sentence. A draft has none: its address stands there. `asked`: when, and by whom. */
export function RunNotice({ run, asked }: { run: DoctorRun; asked: string }) {
  const { state, report } = run;
  if (state === "draft") return null;
  if (state === "waiting" || state === "running")
    return (
      <Notice
        variant="busy"
        heading={
          state === "waiting"
            ? "The doctor is on the way"
            : `The doctor is in your shop: ${run.casesDone} of ${CASE_COUNT} cases are done`
        }
      >
        <span>
          {asked}. It takes ten seconds to a minute.
          <span className="with-script"> This page follows by itself.</span>
        </span>
        <KeepCurrent />
        <ButtonLink variant="primary" href={`/dashboard/doctor/${run.id}`}>
          Refresh
        </ButtonLink>
      </Notice>
    );
  if (state === "missed")
    return (
      <Notice variant="bad" heading="The doctor did not come">
        <span>Our server was too busy, or away, for five minutes. Nothing was asked of your shop. Walk again.</span>
      </Notice>
    );
  if (state === "stopped")
    return (
      <Notice variant="bad" heading={`The doctor was called away after ${run.casesDone} of ${CASE_COUNT} cases`}>
        <span>Our server stopped in the middle. Walk again.</span>
      </Notice>
    );
  if (state === "hindered" || report === null) {
    const { text, link } = hindranceOf(run.obstacle);
    return (
      <Notice variant="bad" heading="The doctor could not walk your shop">
        <span>
          {text}{" "}
          {link && (
            <Link prefetch={false} href={link.href}>
              {link.name}
            </Link>
          )}
        </span>
      </Notice>
    );
  }
  return <ReportNotice report={report} />;
}

function ReportNotice({ report }: { report: StoredReport }) {
  if (report.problem !== null)
    return (
      <Notice
        variant="bad"
        heading={
          report.cases.length === 0
            ? "The doctor could not begin in your shop"
            : "The doctor could not walk your shop to the end"
        }
      >
        <span>
          <ReportText>{report.problem}</ReportText>
        </span>
        <span>
          For another page, text or start,{" "}
          <Link prefetch={false} href="/dashboard/doctor">
            prepare another run
          </Link>
          .
        </span>
      </Notice>
    );
  const [failed, unwalked] = [failedOf(report).length, unwalkedOf(report).length];
  const besides = unwalked > 0 ? `, and ${unwalked} ${unwalked === 1 ? "was" : "were"} not walked` : "";
  if (failed > 0)
    return (
      <Notice variant="bad" heading={`${failed} of ${CASE_COUNT} cases failed${besides}`}>
        <span>Your shop let in a visitor who must not get in, or kept an adult out. Change what stands below.</span>
      </Notice>
    );
  if (unwalked > 0)
    return (
      <Notice variant="bad" heading={`${unwalked} of ${CASE_COUNT} cases were not walked`}>
        <span>The others passed. Nothing is known of these: walk again.</span>
      </Notice>
    );
  return report.findings.length > 0 ? (
    <Notice variant="bad" heading={`${CASE_COUNT} of ${CASE_COUNT} cases passed, with ${foundText(report)}`}>
      <span>Nobody got in who must not. Change what stands below all the same.</span>
    </Notice>
  ) : (
    <Notice variant="good" heading={`${CASE_COUNT} of ${CASE_COUNT} cases passed`}>
      <span>
        Eleven ways stayed closed, and a yes opened.{" "}
        <a href="/docs/doctor#what-the-doctor-does-not-see">What the doctor does not see</a>
      </span>
      <span>Point your shop back at your usual address.</span>
    </Notice>
  );
}
