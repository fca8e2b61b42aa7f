import { Button } from "#app/_ui/button.tsx";
import { Choice } from "#app/_ui/chip.tsx";
import { formatDays } from "#app/_ui/format-date.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { MenuList } from "#app/_ui/menu.tsx";
import type { Mode } from "#lib/core/provider.rules.ts";
import { DayRange } from "../_components/menu-form.tsx";
import { overviewAddress, PERIODS, type ShownDays } from "./overview.rules.ts";

type Props = { shown: ShownDays; mode: Mode; now: Date };

/** Opens the periods to choose from, and the days of any other. It needs no script. */
export function PeriodMenu({ shown, mode, now }: Props) {
  const { days, range } = shown;
  return (
    <>
      <Button type="button" popoverTarget="period" aria-label={`Period: ${nameOf(shown, now)}`}>
        {nameOf(shown, now)}
        <Icon name="down" />
      </Button>
      <MenuList id="period" popover="auto" className="[position-try-fallbacks:flip-inline]">
        {PERIODS.map((period) => (
          <Choice
            key={period}
            href={overviewAddress({ mode, days: period })}
            isChosen={range === null && period === days}
          >
            {nameOf({ days: period, range: null }, now)}
          </Choice>
        ))}
        <DayRange
          action="/dashboard"
          kept={new URLSearchParams({ mode })}
          since={range?.since ?? null}
          until={range?.until ?? null}
        />
      </MenuList>
    </>
  );
}

function nameOf({ days, range }: ShownDays, now: Date): string {
  return range ? formatDays(range.since, range.until, now) : `Last ${days} days`;
}
