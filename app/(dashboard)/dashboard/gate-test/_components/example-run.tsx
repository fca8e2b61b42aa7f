import { Box } from "#app/_ui/box.tsx";
import { Disclosure } from "#app/_ui/disclosure.tsx";
import { Notice } from "#app/_ui/notice.tsx";
import type { StoredReport } from "#lib/gate-test/stored-report.rules.ts";
import { CASE_NAMES, CASES } from "#packages/gate-test/src/cases.rules.ts";
import { failedOf, standingOf } from "../_lib/run-words.tsx";
import { ToChange } from "./report.tsx";

/** The report of a shop that takes any confirmed age for enough. The words are those of a true run. */
const REPORT: StoredReport = {
  cases: CASE_NAMES.map((name) =>
    name === "sixteen"
      ? { case: name, passed: false, saw: "Open: the protected text is shown after a yes to 16." }
      : { case: name, passed: true, saw: "Closed: the shop answers 200." },
  ),
  findings: [],
  requests: 43,
  tookMs: 9_400,
  problem: null,
};

/** Shows what a run ends with, to somebody who has had none. */
export function ExampleRun() {
  const { variant, heading, texts } = standingOf({
    state: "reported",
    casesDone: CASE_NAMES.length,
    report: REPORT,
    obstacle: null,
  });
  const passed = REPORT.cases.filter((one) => one.passed);
  return (
    <section aria-labelledby="example" className="@container/sheet grid content-start gap-4 *:min-w-0">
      <div>
        <h2 id="example">An example of a result</h2>
        <p className="text-soft">The shop is invented. It does not compare the age.</p>
      </div>
      <Notice variant={variant} heading={heading}>
        {texts.map((text, n) => (
          <span key={n}>{text}</span>
        ))}
      </Notice>
      <Box as="ul">
        {failedOf(REPORT).map(({ case: name, saw }) => (
          <ToChange key={name} name={name} badge="Failed" {...CASES[name]} saw={saw} />
        ))}
      </Box>
      <Disclosure summary={`${passed.length} cases passed`}>
        <ul className="grid gap-1 ps-5">
          {passed.map(({ case: name }) => (
            <li key={name}>{CASES[name].title}</li>
          ))}
        </ul>
      </Disclosure>
    </section>
  );
}
