import { formatClock } from "#app/_ui/format-date.ts";
import { Step, Steps } from "#app/_ui/steps.tsx";
import { explanationOf, stepName } from "#lib/activity/explanation.rules.ts";
import type { Referenced } from "#lib/activity/referenced.ts";
import { stepMark } from "../_lib/panel-words.ts";

type Props = { found: Extract<Referenced, { kind: "check" }>; eid: string; timeZone: string };

/**
 * Shows the steps of a check. A live one has its times to the second, and only where they cannot tell how it ended; a test
 * one to the millisecond. Where the link's own moment is not on record, the others are told by the clock.
 */
export function CheckSteps({ found: { row, steps, questions }, eid, timeZone }: Props) {
  const { at: made, mode, result, host } = row;
  const isTest = mode === "test";
  const offset = (at: Date | null) => {
    if (at === null) return null;
    if (made === null) return formatClock(at, timeZone);
    const ms = Math.max(0, +at - +made);
    return isTest ? `+${(ms / 1_000).toFixed(3)} s` : `+${Math.round(ms / 1_000)} s`;
  };
  // Who is too young is told before they leave our page. The question of the shop's backend shows that they have.
  const hasLeft = row.end !== "too_young" || questions.length > 0;
  const isHome = result === "confirmed" || (isTest && row.end !== null && hasLeft);
  // A live check keeps no event of its way to the eID. A confirmed one was there.
  const hasClaimed = steps.some(({ code }) => code === "claimed");
  return (
    <Steps className="mt-2">
      <Step state="yes">
        <b>Link made</b>
        {made === null ? (
          <p>We have no record of when.</p>
        ) : (
          <time className="text-meta text-soft">{formatClock(made, timeZone)}</time>
        )}
        {host && <p>for {host}</p>}
      </Step>
      {steps.map(({ code, at }, n) => (
        <CheckStep key={n} code={code} eid={eid} time={offset(at)} isAfterClaim={hasClaimed} />
      ))}
      {isHome && (
        <Step state="yes">
          <b>Back at {host ?? "the shop"}</b>
        </Step>
      )}
      {questions.map(({ at, code, ok }, n) => (
        <Step key={n} state={ok ? "yes" : "bad"}>
          <b>Your backend asked</b>
          <time className="text-meta text-soft">{offset(at)}</time>
          <Answer code={code} />
        </Step>
      ))}
      {result === "under_way" && (
        <Step state="wait">
          <b>Waiting for the visitor</b>
        </Step>
      )}
    </Steps>
  );
}

function CheckStep({
  code,
  eid,
  time,
  isAfterClaim,
}: {
  code: string;
  eid: string;
  time: string | null;
  isAfterClaim: boolean;
}) {
  return (
    <>
      {code === "confirmed" && !isAfterClaim && (
        <Step state="yes">
          <b>Went to {eid}</b>
        </Step>
      )}
      <Step state={stepMark(code)}>
        <b>{stepName(code, eid)}</b>
        {time && <time className="text-meta text-soft">{time}</time>}
        {code === "not_confirmed" && (
          <p>For live checks, we do not show whether it was too young, cancelled or no age.</p>
        )}
      </Step>
    </>
  );
}

/** Says what auth_check answered. */
function Answer({ code }: { code: string }) {
  if (code === "answered_yes" || code === "answered_no")
    return (
      <p>
        We answered <code>{`"verified": ${code === "answered_yes"}`}</code>
      </p>
    );
  return <p>We refused to answer: {explanationOf({ kind: "check", code, host: null }).title.toLowerCase()}</p>;
}
