import type { ReactNode } from "react";
import { SelectField } from "#app/_ui/select-field.tsx";

type Props = { name: string; label: string; value: string | null | undefined; children: ReactNode };

/** A select of a filter form; its first option, "Any", filters nothing. */
export function FilterSelect({ name, label, value, children }: Props) {
  return (
    <SelectField id={name} name={name} label={label} defaultValue={value ?? ""}>
      <option value="">Any</option>
      {children}
    </SelectField>
  );
}
