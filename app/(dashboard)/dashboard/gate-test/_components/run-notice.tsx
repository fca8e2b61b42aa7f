import { ButtonLink } from "#app/_ui/button.tsx";
import { Notice } from "#app/_ui/notice.tsx";
import type { GateTestRun } from "#lib/gate-test/gate-test-run.ts";
import { isUnderWay } from "#lib/gate-test/run-state.rules.ts";
import { standingOf } from "../_lib/run-words.tsx";
import { KeepCurrent } from "./keep-current.tsx";

/** Shows how the run stands, in a sentence. A draft has none: its address stands there. `asked`: when, and by whom. */
export function RunNotice({ run, asked }: { run: GateTestRun; asked: string }) {
  if (run.state === "draft") return null;
  const { variant, heading, texts } = standingOf(run);
  const isRunning = isUnderWay(run.state);
  return (
    <Notice
      variant={variant}
      heading={heading}
      action={
        isRunning && (
          <ButtonLink variant="primary" href={`/dashboard/gate-test/${run.id}`}>
            Refresh
          </ButtonLink>
        )
      }
    >
      {texts.map((text, n) => (
        <span key={n}>{text}</span>
      ))}
      {isRunning && (
        <>
          <span>
            {asked}. It takes between ten seconds and a minute.
            <span className="noscript:hidden"> This page updates itself.</span>
          </span>
          <KeepCurrent />
        </>
      )}
    </Notice>
  );
}
