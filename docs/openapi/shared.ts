import * as z from "zod";
import { BASE_URL_IN_DOCS } from "#app/(docs)/_docs/built-docs.ts";

/** In the document, these keywords stand for what the schema checks: a pattern of zod’s is longer than what it means. */
export function shownAs(keywords: Readonly<Record<string, unknown>>) {
  return ({ jsonSchema }: { jsonSchema: Record<string, unknown> }): void => {
    const { description, examples } = jsonSchema;
    for (const keyword of Object.keys(jsonSchema)) delete jsonSchema[keyword];
    Object.assign(jsonSchema, keywords, { description }, examples !== undefined && { examples });
  };
}

/** A page for a person, in one of our languages. */
export const page = z
  .string()
  .regex(/^<!doctype html>/)
  .meta({
    description: "A page for a person.",
    override: shownAs({ type: "string" }),
    examples: ['<!doctype html><html lang="en">…</html>'],
  });

/**
 * The API has two addresses. The second takes test keys alone, and its token check answers them without naming the key. Each
 * instance writes its own address there when it serves the document.
 */
export const SERVERS = [
  { url: BASE_URL_IN_DOCS, description: "Live and test keys" },
  {
    url: `${BASE_URL_IN_DOCS}/test`,
    description: "Test keys alone; `auth_check` answers test tokens without `plugin_key`",
  },
];
