export type Form = { [name: string]: string | Form };

/** Stripe's form encoding: `a[b][0]=c` is `{ a: { b: { 0: "c" } } }`. */
export function readForm(text: string): Form {
  const form: Form = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) put(form, name.split(/[[\]]+/).filter(Boolean), value);
  return form;
}

/** In the order of their numbers. */
export function asForms(given: string | Form | undefined): Form[] {
  return Object.values(asForm(given)).map(asForm);
}

export function asForm(given: string | Form | undefined): Form {
  return typeof given === "object" ? given : {};
}

export function asText(given: string | Form | undefined): string | null {
  return typeof given === "string" ? given : null;
}

/** Of one level: what metadata is. */
export function asTexts(given: string | Form | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(asForm(given)).map(([name, value]) => [name, asText(value) ?? ""]));
}

function put(form: Form, [name = "", ...deeper]: string[], value: string): void {
  if (deeper.length === 0) {
    form[name] = value;
    return;
  }
  const next = form[name];
  const inner = typeof next === "object" ? next : Object.create(null);
  form[name] = inner;
  put(inner, deeper, value);
}
