import { Chip, Choice } from "#app/_ui/chip.tsx";
import { Chips } from "#app/_ui/chips.tsx";
import { formatDays } from "#app/_ui/format-date.ts";
import { MenuList } from "#app/_ui/menu.tsx";
import { DayRange } from "#app/(dashboard)/dashboard/_components/menu-form.tsx";
import { actorName } from "../_lib/actor-name.ts";
import { AUDIT_PERIODS, type AuditChoice, choicePath, paramsOf, THINGS } from "../_lib/filter.rules.ts";

const HERE = "/dashboard/audit";
/** A choice of one takes the others back. */
const NO_DAYS = { days: null, since: null, until: null } as const;

type Props = { choice: AuditChoice; people: readonly string[]; now: Date };

/** Shows the filters as chips. Each choice is an address, so choosing is enough, with script or without. */
export function Choices({ choice, people, now }: Props) {
  const { days, since, until } = choice;
  const optionOf = (words: string, part: Partial<AuditChoice>, isChosen: boolean) => (
    <Choice key={words} href={choicePath(HERE, { ...choice, ...part })} isChosen={isChosen}>
      {words}
    </Choice>
  );
  const chip = <Name extends "person" | "thing">(
    part: Name,
    title: string,
    any: string,
    values: readonly NonNullable<AuditChoice[Name]>[],
    nameOf: (value: NonNullable<AuditChoice[Name]>) => string,
  ) => {
    const chosen = choice[part];
    const words = chosen === null ? title : nameOf(chosen);
    const option = (value: AuditChoice[Name] | null) =>
      optionOf(value === null ? any : nameOf(value), { [part]: value }, value === chosen);
    return (
      // The key closes the chip once its choice is made, which other words say.
      <Chip key={words} words={words} isOn={chosen !== null} name="audit-chip">
        <MenuList>{[null, ...values].map(option)}</MenuList>
      </Chip>
    );
  };
  const period = days === null ? daysText(since, until, now) : AUDIT_PERIODS[days];
  return (
    <Chips>
      {chip("person", "Person", "Everybody", people, actorName)}
      {chip("thing", "Subject", "Everything", keysOf(THINGS), (thing) => THINGS[thing].name)}
      <Chip key={period ?? ""} words={period ?? "Period"} isOn={period !== null} name="audit-chip">
        <MenuList>
          {optionOf("All time", NO_DAYS, period === null)}
          {keysOf(AUDIT_PERIODS).map((one) => optionOf(AUDIT_PERIODS[one], { ...NO_DAYS, days: one }, one === days))}
          <DayRange action={HERE} kept={paramsOf({ ...choice, ...NO_DAYS })} since={since} until={until} />
        </MenuList>
      </Chip>
    </Chips>
  );
}

function daysText(since: string | null, until: string | null, now: Date): string | null {
  if (since !== null && until !== null) return formatDays(since, until, now);
  const [word, day] = since === null ? ["Until", until] : ["Since", since];
  return day && `${word} ${formatDays(day, day, now)}`;
}

function keysOf<Table extends object>(table: Table) {
  return Object.keys(table) as (keyof Table)[];
}
