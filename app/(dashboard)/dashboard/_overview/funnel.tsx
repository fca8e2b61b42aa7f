import Link from "next/link";
import type { ReactNode } from "react";
import { vars } from "#app/_ui/vars.ts";
import type { CheckFilter } from "#lib/activity/check-filter.rules.ts";
import type { Overview } from "#lib/activity/overview.ts";
import type { Mode } from "#lib/core/provider.rules.ts";
import { checksHref } from "../checks/_lib/addresses.ts";
import { type CheckGroup, type Count, notFinishedOf, percentOf, percentText, unendedGroups } from "./overview.rules.ts";
import { ShareSentence } from "./share-sentence.tsx";

/** A check that is cancelled on our page ends without the eID. Which live ones these are nobody may know (contract §5). */
const TO_EID = "To the eID, or ended";

type Props = { overview: Overview; mode: Mode; count: Count };

/** Shows how far the checks of a period came, where the others were lost, and the sum of both. */
export function FunnelSection({ overview, mode, count: number }: Props) {
  const { funnel, before } = overview;
  const first = overview.days[0]?.day ?? "";
  const to = (part: ChecksPart) => checksHref({ mode, from: new Date(first), ...part });
  const lost = lossesOf(overview, mode, number);
  const left = funnel.leftOurPage + funnel.leftOrAway;
  const stages = [
    { name: "Links made", count: funnel.made, was: before.made, loss: funnel.neverOpened, how: lost.neverOpened },
    { name: "Opened", count: funnel.opened, was: before.opened, loss: left, how: lost.left },
    { name: TO_EID, count: funnel.wentToEid, was: before.wentToEid, loss: funnel.didNotComeBack, how: lost.away },
    { name: "Ended", count: funnel.cameBack, was: before.cameBack, loss: funnel.notConfirmed, how: lost.no },
    { name: "Confirmed", count: funnel.confirmed, was: before.confirmed, loss: null, how: null },
  ];
  return (
    <section className="section" aria-labelledby="share">
      <ShareSentence overview={overview} mode={mode} count={number} />
      <ol className="funnel">
        {stages.map(({ name, count, was, loss, how }, n) => (
          <li
            key={name}
            style={vars({
              "--v": percentOf(count, funnel.made).toFixed(2),
              "--n": percentOf(stages[n + 1]?.count ?? count, funnel.made).toFixed(2),
            })}
          >
            <span className="name">{name}</span>
            <span className="of">{percentText(count, funnel.made, number)}</span>
            {name === TO_EID && mode === "live" ? (
              <span className="fig">{number(count)}</span>
            ) : (
              <Link className="fig" prefetch={false} href={to(CHECKS_OF[name] ?? {})}>
                {number(count)}
              </Link>
            )}
            {before.made > 0 && <span className="was">was {number(was)}</span>}
            <div className="shape" />
            <div className="loss">
              {loss !== null && (
                <>
                  <b>{loss === 0 ? "0" : `−${number(loss)}`}</b>
                  {loss > 0 && <i>{percentText(loss, funnel.made, number)}</i>}
                  <span>{how}</span>
                </>
              )}
            </div>
          </li>
        ))}
      </ol>
      <Sum overview={overview} to={to} number={number} />
    </section>
  );
}

type ChecksPart = Pick<CheckFilter, "step" | "results">;

/** Names the checks behind a stage. Which live ones went to the eID is not on record (contract §5). */
const CHECKS_OF: Record<string, ChecksPart> = {
  Opened: { step: "opened" },
  [TO_EID]: { step: "claimed" },
  Ended: { results: ["confirmed", "not_confirmed"] },
  Confirmed: { results: ["confirmed"] },
};

type SumProps = { overview: Overview; to: (part: ChecksPart) => string; number: Count };

/** Every check that was started is in one of these groups. */
function Sum({ overview: { funnel, underWay }, to, number }: SumProps) {
  const { made, confirmed, notConfirmed } = funnel;
  const groups: (CheckGroup & { dot: string })[] = [
    { dot: "yes", count: confirmed, name: "confirmed", results: ["confirmed"] },
    { dot: "no", count: notConfirmed, name: "not confirmed", results: ["not_confirmed"] },
    ...unendedGroups(notFinishedOf(funnel), underWay).map((group) => ({ dot: "", ...group })),
  ];
  return (
    <p className="sum">
      {groups.map(({ dot, count, name, results }, n) => (
        <span key={name} className="res">
          {n > 0 && "+ "}
          <i className={`dot ${dot}`} />
          <Link prefetch={false} href={to({ results: [...results] })}>
            <b>{number(count)}</b> {name}
          </Link>
        </span>
      ))}
      <span>
        = <b>{number(made)}</b> {made === 1 ? "link" : "links"} made
      </span>
    </p>
  );
}

type Losses = Record<"neverOpened" | "left" | "away" | "no", ReactNode>;

/** Says what became of those who went no further. Of a live check no more is known than contract §5 allows. */
function lossesOf({ funnel, steps }: Overview, mode: Mode, number: Count): Losses {
  const list = (...counts: [code: string, words: string][]) =>
    counts.flatMap(([code, words]) => (steps[code] ? `${number(steps[code])} ${words}` : [])).join(", ");
  const and = (words: string, details: string) => (details ? `${words}; ${details}` : words);
  const browsers = list(["in_app_browser", "in-app browser"], ["cookies_blocked", "cookies blocked"]);
  const away = list(
    ["eid_down", "while the eID was down"],
    ["eid_timeout", "timed out"],
    ["other_browser", "in another browser"],
  );
  const no = list(["too_young", "too young"], ["went_back", "cancelled"], ["gave_up", "after a problem at the eID"]);
  return {
    neverOpened: and("not opened", list(["expired", "came too late"])),
    left: leftText(funnel, browsers),
    away: and("not ended", mode === "test" ? away : ""),
    no:
      mode === "test" ? (
        `not confirmed${no && `: ${no}`}`
      ) : (
        <>
          not confirmed: too young, cancelled or no age. <a href="#why">Daily counts</a>
        </>
      ),
  };
}

/** Adds up those who left our page and those who did not come back while a live day is not settled. */
function leftText({ leftOurPage, leftOrAway }: Overview["funnel"], browsers: string): string {
  const left = `left before finishing${browsers && leftOurPage + leftOrAway > 0 ? ` (${browsers})` : ""}`;
  return leftOrAway === 0 ? left : `${left}. How many reached the eID is shown tomorrow`;
}
