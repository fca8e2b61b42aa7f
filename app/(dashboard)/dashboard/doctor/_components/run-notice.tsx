import Link from "next/link";
import { ButtonLink } from "#app/_ui/button.tsx";
import { Notice } from "#app/_ui/notice.tsx";
import type { DoctorRun } from "#lib/gate-test/doctor-run.ts";
import type { StoredReport } from "#lib/gate-test/stored-report.rules.ts";
import { CASE_COUNT, failedOf, foundText, hindranceOf, notRunOf } from "../_lib/run-words.ts";
import { KeepCurrent } from "./keep-current.tsx";
import { ReportText } from "./report-text.tsx";

/** Shows how the run stands, in a sentence. A draft has none: its address stands there. `asked`: when, and by whom. */
export function RunNotice({ run, asked }: { run: DoctorRun; asked: string }) {
  const { state, report } = run;
  if (state === "draft") return null;
  if (state === "waiting" || state === "running")
    return (
      <Notice
        variant="busy"
        heading={
          state === "waiting"
            ? "The gate test is on the way"
            : `The gate test is in your shop: ${run.casesDone} of ${CASE_COUNT} cases are done`
        }
      >
        <span>
          {asked}. It takes between ten seconds and a minute.
          <span className="with-script"> This page updates itself.</span>
        </span>
        <KeepCurrent />
        <ButtonLink variant="primary" href={`/dashboard/doctor/${run.id}`}>
          Refresh
        </ButtonLink>
      </Notice>
    );
  if (state === "missed")
    return (
      <Notice variant="bad" heading="The run did not start">
        <span>Our server was too busy, or down, for five minutes. It sent no requests to your shop. Run it again.</span>
      </Notice>
    );
  if (state === "stopped")
    return (
      <Notice variant="bad" heading={`The run was interrupted after ${run.casesDone} of ${CASE_COUNT} cases`}>
        <span>Our server stopped in the middle of the run. Run it again.</span>
      </Notice>
    );
  if (state === "hindered" || report === null) {
    const { text, link } = hindranceOf(run.obstacle);
    return (
      <Notice variant="bad" heading="The gate test could not examine your shop">
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
            ? "The gate test could not start in your shop"
            : "The gate test could not finish its run"
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
  const [failed, notRun] = [failedOf(report).length, notRunOf(report).length];
  const besides = notRun > 0 ? `, and ${notRun} did not run` : "";
  if (failed > 0)
    return (
      <Notice variant="bad" heading={`${failed} of ${CASE_COUNT} cases failed${besides}`}>
        <span>Your shop let in a visitor it should turn away, or kept an adult out. The fixes are below.</span>
      </Notice>
    );
  if (notRun > 0)
    return (
      <Notice variant="bad" heading={`${notRun} of ${CASE_COUNT} cases did not run`}>
        <span>The others passed. Run again to see these.</span>
      </Notice>
    );
  return report.findings.length > 0 ? (
    <Notice variant="bad" heading={`${CASE_COUNT} of ${CASE_COUNT} cases passed, with ${foundText(report)}`}>
      <span>Nobody got in who should not. Please fix the findings below all the same.</span>
    </Notice>
  ) : (
    <Notice variant="good" heading={`${CASE_COUNT} of ${CASE_COUNT} cases passed`}>
      <span>
        Eleven visitors were turned away, and the adult got in.{" "}
        <a href="/docs/doctor#what-it-does-not-see">What the gate test does not see</a>
      </span>
      <span>Point your shop back at your usual address.</span>
    </Notice>
  );
}
