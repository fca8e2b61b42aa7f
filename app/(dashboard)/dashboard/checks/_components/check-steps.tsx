import { formatClock } from "#app/_ui/format-date.ts";
import { explanationOf, stepName } from "#lib/activity/explanation.rules.ts";
import type { Referenced } from "#lib/activity/referenced.ts";
import { stepMark } from "../_lib/panel-words.ts";

type Steps = { found: Extract<Referenced, { kind: "check" }>; eid: string; timeZone: string };

/**
 * Shows the steps of a check. A live one has its times to the second, and only where they cannot tell how it ended; a test
 * one to the millisecond. Where the link's own moment is not on record, the others are told by the clock.
 */
export function CheckSteps({ found: { row, steps, questions }, eid, timeZone }: Steps) {
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
    <ol className="steps">
      <li className="yes">
        <b>Link made</b>
        {made === null ? (
          <p>We have no record of when.</p>
        ) : (
          <time className="meta">{formatClock(made, timeZone)}</time>
        )}
        {host && <p>for {host}</p>}
      </li>
      {steps.map(({ code, at }, n) => (
        <Step key={n} code={code} eid={eid} time={offset(at)} isAfterClaim={hasClaimed} />
      ))}
      {isHome && (
        <li className="yes">
          <b>Back at {host ?? "the shop"}</b>
        </li>
      )}
      {questions.map(({ at, code, ok }, n) => (
        <li key={n} className={ok ? "yes" : "bad"}>
          <b>Your backend asked</b>
          <time className="meta">{offset(at)}</time>
          <Answer code={code} />
        </li>
      ))}
      {result === "under_way" && (
        <li className="wait">
          <b>Waiting for the visitor</b>
        </li>
      )}
    </ol>
  );
}

function Step({
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
        <li className="yes">
          <b>Went to {eid}</b>
        </li>
      )}
      <li className={stepMark(code)}>
        <b>{stepName(code, eid)}</b>
        {time && <time className="meta">{time}</time>}
        {code === "not_confirmed" && (
          <p>For live checks, we do not show whether it was too young, cancelled or no age.</p>
        )}
      </li>
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
