import { Badge } from "#app/_ui/badge.tsx";
import { Section } from "#app/_ui/section.tsx";
import type { StoredReport } from "#lib/gate-test/stored-report.rules.ts";
import { CASES, type CaseName, FINDINGS, type FindingName } from "#packages/doctor/src/cases.rules.ts";
import { failedOf, notRunOf, whyNotRun } from "../_lib/run-words.tsx";
import { ReportText } from "./report-text.tsx";

/** Shows what did not run, what must change, and below it what passed. The words are of this version; a report has codes. */
export function ReportList({ report }: { report: StoredReport }) {
  const known = { ...report, cases: report.cases.filter((one) => Object.hasOwn(CASES, one.case)) };
  const findings = report.findings.filter(({ finding }) => Object.hasOwn(FINDINGS, finding));
  const [failed, notRun] = [failedOf(known), notRunOf(known)];
  const passed = known.cases.filter((one) => one.passed);
  return (
    <>
      {notRun.length > 0 && (
        <Section heading="Not run" lead={whyNotRun(notRun)}>
          <ul className="box verdicts">
            {notRun.map(({ case: name }) => (
              <li key={name}>
                <Badge variant="plain">Unknown</Badge>
                <b>{CASES[name].title}</b>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {failed.length + findings.length > 0 && (
        <Section heading="What to change">
          <ul className="box verdicts">
            {failed.map(({ case: name, saw }) => (
              <Verdict key={name} name={name} badge="Failed" {...CASES[name]} saw={saw} />
            ))}
            {findings.map(({ finding, saw }) => (
              <Verdict key={finding} name={finding} badge="Found" {...FINDINGS[finding]} saw={saw} />
            ))}
          </ul>
        </Section>
      )}
      {passed.length > 0 && (
        <Section heading="Passed" lead="Closed means that the protected text was not shown.">
          <ul className="box verdicts short">
            {passed.map(({ case: name, saw }) => (
              <Verdict key={name} name={name} badge="Passed" {...CASES[name]} change={null} saw={saw} />
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

type VerdictProps = {
  name: CaseName | FindingName;
  badge: "Failed" | "Found" | "Passed";
  title: string;
  saw: string;
  change: string | null;
};

/** `change`: what to do about it; `null`: nothing. */
function Verdict({ name, badge, title, saw, change }: VerdictProps) {
  return (
    <li>
      <Badge variant={badge === "Passed" ? "good" : "bad"}>{badge}</Badge>
      <div>
        <b>{title}</b>
        <p className="soft">
          <ReportText>{saw}</ReportText>
        </p>
        {change !== null && (
          <p>
            <ReportText>{change}</ReportText>{" "}
            <a href={`/docs/doctor#${name.replaceAll("_", "-")}`}>
              What this means<span className="sr">: {title}</span>
            </a>
          </p>
        )}
      </div>
    </li>
  );
}
