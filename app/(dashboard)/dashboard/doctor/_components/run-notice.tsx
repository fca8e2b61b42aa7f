import { ButtonLink } from "#app/_ui/button.tsx";
import { Notice } from "#app/_ui/notice.tsx";
import type { DoctorRun } from "#lib/shop-doctor/doctor-run.ts";
import { CASE_COUNT, failedOf, foundText, hindranceOf } from "../_lib/run-words.ts";
import { ReportText } from "./report-text.tsx";

/** How the run stands, in a sentence. A draft has none: its address stands there. */
export function RunNotice({ run }: { run: DoctorRun }) {
  const { state, report } = run;
  const refresh = (
    <ButtonLink size="sm" href={`/dashboard/doctor/${run.id}`}>
      Refresh
    </ButtonLink>
  );
  if (state === "draft") return null;
  if (state === "waiting")
    return (
      <Notice variant="busy" heading="The doctor is on the way">
        <span>It begins within a minute, mostly at once.</span>
        {refresh}
      </Notice>
    );
  if (state === "running")
    return (
      <Notice variant="busy" heading={`The doctor is in your shop: ${run.casesDone} of ${CASE_COUNT} cases are done`}>
        <span>It stays for a minute at most.</span>
        {refresh}
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
        <span>{text}</span>
        {link && (
          <ButtonLink size="sm" href={link.href}>
            {link.name}
          </ButtonLink>
        )}
      </Notice>
    );
  }
  if (report.problem !== null)
    return (
      <Notice variant="bad" heading="The doctor could not walk your shop to the end">
        <span>
          <ReportText>{report.problem}</ReportText>
        </span>
        <ButtonLink size="sm" href="/dashboard/doctor">
          Prepare another run
        </ButtonLink>
      </Notice>
    );
  const failed = failedOf(report);
  if (failed > 0)
    return (
      <Notice variant="bad" heading={`${failed} of ${CASE_COUNT} cases failed`}>
        <span>Your shop let in a visitor who must not get in, or kept an adult out. Change what stands below.</span>
      </Notice>
    );
  return report.findings.length > 0 ? (
    <Notice variant="bad" heading={`${CASE_COUNT} of ${CASE_COUNT} cases passed, with ${foundText(report)}`}>
      <span>Nobody got in who must not. Change what stands below all the same.</span>
    </Notice>
  ) : (
    <Notice variant="good" heading={`${CASE_COUNT} of ${CASE_COUNT} cases passed`}>
      <span>Your shop lets in who is confirmed, and nobody else. Point it back at your usual address.</span>
    </Notice>
  );
}
