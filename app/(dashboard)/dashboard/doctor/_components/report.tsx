import { Badge } from "#app/_ui/badge.tsx";
import { Section } from "#app/_ui/section.tsx";
import { CASES, FINDINGS } from "#packages/doctor/src/cases.rules.ts";
import type { Report } from "#packages/doctor/src/report.rules.ts";

/** What each visitor saw, and what else is wrong. Those that got in stand first. The words are of this version; a report has codes. */
export function ReportList({ report }: { report: Report }) {
  const cases = report.cases
    .filter((one) => Object.hasOwn(CASES, one.case))
    .toSorted((a, b) => Number(a.passed) - Number(b.passed));
  const findings = report.findings.filter(({ finding }) => Object.hasOwn(FINDINGS, finding));
  return (
    <>
      {findings.length > 0 && (
        <Section heading="Findings" lead="Wrong besides the cases.">
          <ul className="box verdicts">
            {findings.map(({ finding, saw }) => (
              <Verdict
                key={finding}
                badge={<Badge variant="bad">Found</Badge>}
                {...FINDINGS[finding]}
                saw={saw}
                isBad
              />
            ))}
          </ul>
        </Section>
      )}
      <Section heading="Cases">
        <ul className="box verdicts">
          {cases.map(({ case: name, passed, saw }) => (
            <Verdict
              key={name}
              badge={<Badge variant={passed ? "good" : "bad"}>{passed ? "Passed" : "Failed"}</Badge>}
              {...CASES[name]}
              saw={saw}
              isBad={!passed}
            />
          ))}
        </ul>
      </Section>
    </>
  );
}

type VerdictProps = { badge: React.ReactNode; title: string; saw: string; change: string; isBad: boolean };

function Verdict({ badge, title, saw, change, isBad }: VerdictProps) {
  return (
    <li>
      {badge}
      <div>
        <b>{title}</b>
        <p className="soft">{saw}</p>
        {isBad && <p>{change}</p>}
      </div>
    </li>
  );
}
