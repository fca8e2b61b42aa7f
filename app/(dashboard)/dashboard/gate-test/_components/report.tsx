import type { ReactNode } from "react";
import { Badge } from "#app/_ui/badge.tsx";
import { Box } from "#app/_ui/box.tsx";
import { classes } from "#app/_ui/classes.ts";
import { Section } from "#app/_ui/section.tsx";
import type { StoredReport } from "#lib/gate-test/stored-report.rules.ts";
import { CASES, type CaseName, FINDINGS, type FindingName } from "#packages/gate-test/src/cases.rules.ts";
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
          <Box as="ul">
            {notRun.map(({ case: name }) => (
              <Verdict key={name} badge="Unknown">
                <b>{CASES[name].title}</b>
              </Verdict>
            ))}
          </Box>
        </Section>
      )}
      {failed.length + findings.length > 0 && (
        <Section heading="What to change">
          <Box as="ul">
            {failed.map(({ case: name, saw }) => (
              <ToChange key={name} name={name} badge="Failed" {...CASES[name]} saw={saw} />
            ))}
            {findings.map(({ finding, saw }) => (
              <ToChange key={finding} name={finding} badge="Found" {...FINDINGS[finding]} saw={saw} />
            ))}
          </Box>
        </Section>
      )}
      {passed.length > 0 && (
        <Section heading="Passed" lead="Closed means that the protected text was not shown.">
          <Box as="ul">
            {passed.map(({ case: name, saw }) => (
              <Verdict key={name} badge="Passed">
                <b>{CASES[name].title}</b>
                <Saw text={saw} />
              </Verdict>
            ))}
          </Box>
        </Section>
      )}
    </>
  );
}

type ToChange = { name: CaseName | FindingName; badge: "Failed" | "Found"; title: string; saw: string; change: string };

/** Shows a fault of a shop: what was seen, and what to do about it. */
export function ToChange({ name, badge, title, saw, change }: ToChange) {
  return (
    <Verdict badge={badge}>
      <b>{title}</b>
      <Saw text={saw} />
      <p>
        <ReportText>{change}</ReportText>{" "}
        <a href={`/docs/gate-test#${name.replaceAll("_", "-")}`}>
          What this means<span className="sr-only">: {title}</span>
        </a>
      </p>
    </Verdict>
  );
}

function Saw({ text }: { text: string }) {
  return (
    <p className="text-soft">
      <ReportText>{text}</ReportText>
    </p>
  );
}

const VARIANTS = { Failed: "bad", Found: "bad", Passed: "good", Unknown: "plain" } as const;

/** Shows a case with its badge. What passed takes a line each, where the sheet has room. */
function Verdict({ badge, children }: { badge: keyof typeof VARIANTS; children: ReactNode }) {
  const isShort = badge === "Passed";
  return (
    <li
      className={classes(
        "grid items-start justify-items-start gap-x-4 gap-y-1 border-b border-line px-4 py-3 wrap-anywhere last:border-b-0",
        "@phone/sheet:grid-cols-[4.5rem_minmax(0,1fr)]",
        isShort && "@phone/sheet:py-2",
      )}
    >
      <Badge variant={VARIANTS[badge]}>{badge}</Badge>
      <div
        className={classes("grid gap-1", isShort && "@phone/sheet:grid-cols-[14rem_minmax(0,1fr)] @phone/sheet:gap-4")}
      >
        {children}
      </div>
    </li>
  );
}
