import type * as z from "zod";
import { readAtMost } from "#lib/base/read-at-most.ts";
import { type Result, refuse } from "#lib/base/result.ts";

const JSON_BODY = /^application\/json(?:;|$)/i;
const FORM = /^application\/x-www-form-urlencoded(?:;|$)/i;

type Wanted<Fields extends object> = { fields: z.ZodType<Fields>; maxBytes: number; takesForm: boolean };

/** Reads the fields of a small body. */
export async function readFields<Fields extends object>(
  { headers, body }: Request,
  { fields, maxBytes, takesForm }: Wanted<Fields>,
): Promise<Result<{ fields: Fields }, "body_invalid" | "body_too_large" | "type_unsupported">> {
  const type = headers.get("Content-Type") ?? "";
  const isJson = JSON_BODY.test(type);
  if (!isJson && !(takesForm && FORM.test(type))) return refuse("type_unsupported");
  if (Number(headers.get("Content-Length") ?? 0) > maxBytes) return refuse("body_too_large");
  const bytes = await readAtMost(body, maxBytes);
  if (bytes === null) return refuse("body_too_large");
  const read = fields.safeParse(isJson ? parsed(bytes.toString()) : formOf(bytes.toString()));
  return read.success ? { ok: true, fields: read.data } : refuse("body_invalid");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Reads a form. What is given twice is no text. */
function formOf(text: string): Record<string, unknown> {
  const form = new URLSearchParams(text);
  return Object.fromEntries(
    [...form.keys()].map((name) => [name, form.getAll(name).length === 1 ? form.get(name) : null]),
  );
}
