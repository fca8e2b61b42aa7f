import { readAtMost } from "#lib/base/read-at-most.ts";

const JSON_BODY = /^application\/json(?:;|$)/i;
const FORM = /^application\/x-www-form-urlencoded(?:;|$)/i;

type Fields<Name extends string, Optional extends string> =
  | { ok: true; fields: Record<Name, string> & Partial<Record<Optional, string>> }
  | { ok: false; reason: "body_invalid" | "body_too_large" | "type_unsupported" };

type Wanted<Name extends string, Optional extends string> = {
  names: readonly Name[];
  optional: readonly Optional[];
  maxBytes: number;
  takesForm: boolean;
};

/** The fields of a small body, each of which is a text that is given once. One that may be left out may be a number in JSON. */
export async function readFields<Name extends string, Optional extends string>(
  { headers, body }: Request,
  { names, optional, maxBytes, takesForm }: Wanted<Name, Optional>,
): Promise<Fields<Name, Optional>> {
  const type = headers.get("Content-Type") ?? "";
  const isJson = JSON_BODY.test(type);
  if (!isJson && !(takesForm && FORM.test(type))) return { ok: false, reason: "type_unsupported" };
  if (Number(headers.get("Content-Length") ?? 0) > maxBytes) return { ok: false, reason: "body_too_large" };
  const bytes = await readAtMost(body, maxBytes);
  if (bytes === null) return { ok: false, reason: "body_too_large" };
  const given = isJson ? parsed(bytes.toString()) : formOf(bytes.toString());
  const fieldOf = (name: string) => (given !== null && Object.hasOwn(given, name) ? given[name] : undefined);
  const also = optional.filter((name) => fieldOf(name) !== undefined);
  const values = [
    ...names.map((name) => [name, fieldOf(name)]),
    ...also.map((name) => [name, typeof fieldOf(name) === "number" ? String(fieldOf(name)) : fieldOf(name)]),
  ];
  return values.every(([, value]) => typeof value === "string")
    ? { ok: true, fields: Object.fromEntries(values) }
    : { ok: false, reason: "body_invalid" };
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** What is given twice is no text. */
function formOf(text: string): Record<string, unknown> {
  const form = new URLSearchParams(text);
  return Object.fromEntries(
    [...form.keys()].map((name) => [name, form.getAll(name).length === 1 ? form.get(name) : null]),
  );
}
