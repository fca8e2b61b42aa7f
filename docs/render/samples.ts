import type { BuiltSample } from "#app/(docs)/_docs/built-docs.ts";
import type { Sample } from "../openapi/samples.ts";
import { coloured } from "./code.ts";

type Operation = { operationId?: string; "x-codeSamples"?: readonly Sample[] };

/** The programs of the OpenAPI document as HTML, by the id of their operation. */
export function renderedSamples(document: {
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}): Record<string, BuiltSample[]> {
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
  return Object.fromEntries(
    operations.flatMap(({ operationId = "", "x-codeSamples": samples }) =>
      samples
        ? [
            [
              operationId,
              samples.map(({ label, lang, source }) => ({ label, html: coloured(source, LANGUAGES[lang] ?? "") })),
            ],
          ]
        : [],
    ),
  );
}

/** What the colouring calls them. */
const LANGUAGES: Record<string, string> = { Shell: "sh", JavaScript: "javascript", PHP: "php", Python: "python" };
