export type Form = { [name: string]: string | Form };

/** Stripe's form encoding: `a[b][0]=c` is `{ a: { b: { 0: "c" } } }`. */
export function readForm(text: string): Form {
  const form: Form = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) put(form, name.split(/[[\]]+/).filter(Boolean), value);
  return form;
}

/** In the order of their numbers. */
export function formsIn(given: string | Form | undefined): Form[] {
  return Object.values(formIn(given)).map(formIn);
}

export function formIn(given: string | Form | undefined): Form {
  return typeof given === "object" ? given : {};
}

export function textIn(given: string | Form | undefined): string | null {
  return typeof given === "string" ? given : null;
}

/** Of one level: what metadata is. */
export function textsIn(given: string | Form | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(formIn(given)).map(([name, value]) => [name, textIn(value) ?? ""]));
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
