import Link from "next/link";
import { classes } from "#app/_ui/classes.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { Chips } from "../../checks/_components/chips.tsx";
import { actorName } from "../_lib/actor-name.ts";
import { AUDIT_PERIODS, type AuditChoice, choicePath, THINGS } from "../_lib/filter.rules.ts";

/** Filters as chips. Each choice is an address, so choosing is enough, with script or without. */
export function Choices({ choice, people }: { choice: AuditChoice; people: readonly string[] }) {
  const withPerson = (person: string | null) => choicePath("/dashboard/audit", { ...choice, person });
  const withThing = (thing: AuditChoice["thing"]) => choicePath("/dashboard/audit", { ...choice, thing });
  const withDays = (days: AuditChoice["days"]) => choicePath("/dashboard/audit", { ...choice, days });
  return (
    <Chips>
      <Chip
        label={choice.person === null ? "Person" : actorName(choice.person)}
        isOn={choice.person !== null}
        options={[
          ["Everybody", withPerson(null), choice.person === null],
          ...people.map((one) => [actorName(one), withPerson(one), choice.person === one] as const),
        ]}
      />
      <Chip
        label={choice.thing === null ? "Thing" : THINGS[choice.thing].name}
        isOn={choice.thing !== null}
        options={[
          ["Everything", withThing(null), choice.thing === null],
          ...typed(THINGS).map(([thing, { name }]) => [name, withThing(thing), choice.thing === thing] as const),
        ]}
      />
      <Chip
        label={choice.days === null ? "Period" : AUDIT_PERIODS[choice.days]}
        isOn={choice.days !== null}
        options={[
          ["All time", withDays(null), choice.days === null],
          ...typed(AUDIT_PERIODS).map(([days, name]) => [name, withDays(days), choice.days === days] as const),
        ]}
      />
    </Chips>
  );
}

type Option = readonly [name: string, href: string, isChosen: boolean];

function Chip({ label, isOn, options }: { label: string; isOn: boolean; options: readonly Option[] }) {
  return (
    // The key closes the chip once its choice is made, which another label says.
    <details key={label} className={classes("chip", isOn && "on")} name="audit-chip">
      <summary>
        <span className="cut">{label}</span>
        <Icon name="down" />
      </summary>
      <div className="pop list">
        {options.map(([name, href, isChosen]) => (
          <Link key={href} href={href} prefetch={false} aria-current={isChosen ? "true" : undefined}>
            <span className="cut">{name}</span>
            {isChosen && <Icon name="check" />}
          </Link>
        ))}
      </div>
    </details>
  );
}

function typed<Table extends object>(table: Table) {
  return Object.entries(table) as { [Name in keyof Table]: [Name, Table[Name]] }[keyof Table][];
}
