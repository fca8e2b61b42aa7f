import type { ComponentProps } from "react";
import { Button } from "#app/_ui/button.tsx";
import { Choice } from "#app/_ui/chip.tsx";
import { formatDays } from "#app/_ui/format-date.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { MenuList } from "#app/_ui/menu.tsx";
import { DayRange } from "../_components/menu-form.tsx";
import type { ShownDays } from "./overview.rules.ts";

/** `action`, `kept`: where any other days are asked for. */
type Props = Pick<ComponentProps<typeof DayRange>, "action" | "kept"> & {
  shown: ShownDays;
  periods: readonly number[];
  hrefOf: (shown: ShownDays) => string;
  now: Date;
};

/** Opens the periods to choose from, and the days of any other. It needs no script. */
export function PeriodMenu({ shown, periods, hrefOf, now, ...form }: Props) {
  const { days, range } = shown;
  return (
    <>
      <Button type="button" popoverTarget="period" aria-label={`Period: ${nameOf(shown, now)}`}>
        {nameOf(shown, now)}
        <Icon name="down" />
      </Button>
      <MenuList id="period" popover="auto" className="[position-try-fallbacks:flip-inline]">
        {periods.map((period) => {
          const preset = { days: period, range: null };
          return (
            <Choice key={period} href={hrefOf(preset)} isChosen={range === null && period === days}>
              {nameOf(preset, now)}
            </Choice>
          );
        })}
        <DayRange {...form} since={range?.since ?? null} until={range?.until ?? null} />
      </MenuList>
    </>
  );
}

function nameOf({ days, range }: ShownDays, now: Date): string {
  return range ? formatDays(range.since, range.until, now) : `Last ${days} days`;
}
