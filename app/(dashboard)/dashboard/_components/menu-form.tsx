import type { ComponentProps, ReactNode } from "react";
import { Button } from "#app/_ui/button.tsx";
import { inputClass } from "#app/_ui/field.tsx";

/** `action`: the page that it asks. `kept`: what the address of that page asks besides. */
type MenuFormProps = { action: string; kept: URLSearchParams; children: ReactNode };

/** Takes a value of its own below the choices of a menu. */
export function MenuForm({ action, kept, children }: MenuFormProps) {
  return (
    <form action={action} className="grid gap-1.5 border-t border-line p-2">
      {[...kept].map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
}

export function MenuInput({ name, label, ...rest }: ComponentProps<"input"> & { name: string; label: string }) {
  return (
    <>
      <label className="text-meta text-soft" htmlFor={name}>
        {label}
      </label>
      <input className={inputClass} id={name} name={name} {...rest} />
    </>
  );
}

type DayRange = Omit<MenuFormProps, "children"> & { since: string | null; until: string | null };

/** Asks for the first and the last day of a period. */
export function DayRange({ since, until, ...form }: DayRange) {
  return (
    <MenuForm {...form}>
      <MenuInput name="since" type="date" label="From day" defaultValue={since ?? ""} />
      <MenuInput name="until" type="date" label="To day" defaultValue={until ?? ""} />
      <Button size="sm">Apply</Button>
      <p className="text-meta text-soft">Days end at midnight UTC.</p>
    </MenuForm>
  );
}
