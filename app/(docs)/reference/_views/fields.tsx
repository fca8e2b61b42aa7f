import type { ReactNode } from "react";
import { WithCode } from "#app/_ui/with-code.tsx";
import { wordsForIntegrators } from "#app/verify/_views/messages.ts";
import { resolved, type Schema } from "../_lib/document.ts";

/** `place`: of a parameter. */
export type DescribedField = { name: string; place?: string; isOptional: boolean; schema: Schema };

/** Shows names, with the values that each may have and what it means. */
export function Fields({ fields }: { fields: readonly DescribedField[] }) {
  const words = wordsForIntegrators();
  const notesOf = ({ place, isOptional, schema }: DescribedField) =>
    [place, valuesOf(schema), isOptional && words("reference.optional")].filter(Boolean).join(", ");
  return (
    <Definitions
      of={fields.map((field) => ({
        name: field.name,
        beside: <span className="text-meta text-soft">{notesOf(field)}</span>,
        text: field.schema.description,
      }))}
    />
  );
}

type Definition = { id?: string; name: string; beside?: ReactNode; text: string | undefined };

/** Shows names and what each means. */
export function Definitions({ of }: { of: readonly Definition[] }) {
  return (
    <dl>
      {of.map(({ id, name, beside, text }) => (
        <div key={name} id={id} className="border-t border-line py-3">
          <dt className="flex flex-wrap items-baseline gap-x-2 text-ink">
            <code className="font-semibold">{name}</code>
            {beside}
          </dt>
          {text && (
            <dd className="text-soft">
              <WithCode>{text}</WithCode>
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

/** Reads the fields of a body; where it has several forms, as the first form has them. */
export function fieldsOf(schema: Schema): DescribedField[] {
  const forms = (schema.anyOf ?? [schema]).map(resolved);
  const fields = new Map<string, DescribedField>();
  for (const { properties = {}, required = [] } of forms)
    for (const name of Object.keys(properties))
      if (!fields.has(name))
        fields.set(name, {
          name,
          isOptional: forms.some((form) => !form.required?.includes(name)) || !required.includes(name),
          schema: together(forms.flatMap((form) => form.properties?.[name] ?? [])),
        });
  return [...fields.values()];
}

/** Joins one field of several forms: every value that it may have. */
function together(schemas: readonly Schema[]): Schema {
  const [first = {}] = schemas;
  if (schemas.length < 2) return first;
  return { ...first, anyOf: schemas };
}

function valuesOf({ anyOf, enum: values, const: value, type }: Schema): string {
  if (anyOf) return [...new Set(anyOf.map(valuesOf))].join(" or ");
  if (values && values.length > 2) return wordsForIntegrators()("reference.oneOf", { values: values.join(", ") });
  if (values) return values.join(" or ");
  return value === undefined ? [type ?? []].flat().join(" or ") : String(value);
}
