import { Chip, Choice } from "#app/_ui/chip.tsx";
import { Chips } from "#app/_ui/chips.tsx";
import { MenuList } from "#app/_ui/menu.tsx";
import { actorName } from "../_lib/actor-name.ts";
import { AUDIT_PERIODS, type AuditChoice, choicePath, THINGS } from "../_lib/filter.rules.ts";

/** Shows the filters as chips. Each choice is an address, so choosing is enough, with script or without. */
export function Choices({ choice, people }: { choice: AuditChoice; people: readonly string[] }) {
  const chip = <Name extends keyof AuditChoice>(
    part: Name,
    title: string,
    any: string,
    values: readonly NonNullable<AuditChoice[Name]>[],
    nameOf: (value: NonNullable<AuditChoice[Name]>) => string,
  ) => {
    const chosen = choice[part];
    const words = chosen === null ? title : nameOf(chosen);
    const option = (value: AuditChoice[Name] | null) => {
      const href = choicePath("/dashboard/audit", { ...choice, [part]: value });
      return (
        <Choice key={href} href={href} isChosen={value === chosen}>
          {value === null ? any : nameOf(value)}
        </Choice>
      );
    };
    return (
      // The key closes the chip once its choice is made, which other words say.
      <Chip key={words} words={words} isOn={chosen !== null} name="audit-chip">
        <MenuList>{[null, ...values].map(option)}</MenuList>
      </Chip>
    );
  };
  return (
    <Chips>
      {chip("person", "Person", "Everybody", people, actorName)}
      {chip("thing", "Subject", "Everything", keysOf(THINGS), (thing) => THINGS[thing].name)}
      {chip("days", "Period", "All time", keysOf(AUDIT_PERIODS), (days) => AUDIT_PERIODS[days])}
    </Chips>
  );
}

function keysOf<Table extends object>(table: Table) {
  return Object.keys(table) as (keyof Table)[];
}
