import Form from "next/form";
import { Button } from "#app/_ui/button.tsx";
import { inputClass } from "#app/_ui/field.tsx";

type DayRange = {
  /** The page whose period it is. */
  action: string;
  /** Says what else the address of the page asks. */
  kept: URLSearchParams;
  since: string | null;
  until: string | null;
};

/** Asks for the first and the last UTC day of a period, below the periods to choose from. */
export function DayRange({ action, kept, since, until }: DayRange) {
  return (
    <Form action={action} prefetch={false} className="grid gap-1.5 border-t border-line p-2">
      {[...kept].map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <DayInput name="since" label="From day" value={since} />
      <DayInput name="until" label="To day" value={until} />
      <Button size="sm">Apply</Button>
      <p className="text-meta text-soft">Days end at midnight UTC.</p>
    </Form>
  );
}

function DayInput({ name, label, value }: { name: string; label: string; value: string | null }) {
  return (
    <>
      <label className="text-meta text-soft" htmlFor={name}>
        {label}
      </label>
      <input className={inputClass} id={name} type="date" name={name} defaultValue={value ?? ""} />
    </>
  );
}
