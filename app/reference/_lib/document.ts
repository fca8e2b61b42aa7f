import { BASE_URL_IN_DOCS, type BuiltSample, builtFile } from "#app/_docs/built-docs.ts";
import { config } from "#lib/core/config.ts";

/** What the reference reads of the OpenAPI document. A `$ref` leads to `components`. */
export type Schema = {
  $ref?: string;
  type?: string;
  description?: string;
  const?: string | number | boolean;
  enum?: readonly (string | number)[];
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  anyOf?: readonly Schema[];
  examples?: readonly unknown[];
};

export type Parameter = { in: string; name: string; required?: boolean; description?: string; schema: Schema };
type Media = {
  schema: Schema;
  example?: unknown;
  examples?: Readonly<Record<string, { summary: string; value: unknown }>>;
};
type Header = { $ref?: string; description?: string; schema?: Schema };
export type DescribedAnswer = {
  description: string;
  headers?: Readonly<Record<string, Header>>;
  content?: Readonly<Record<string, Media>>;
};

export type Operation = {
  method: string;
  path: string;
  operationId: string;
  tags: readonly string[];
  summary: string;
  description?: string;
  parameters?: readonly Parameter[];
  responses: Readonly<Record<string, DescribedAnswer>>;
};

type Document = {
  info: { version: string };
  tags: readonly { name: string; description: string }[];
  paths: Readonly<Record<string, Readonly<Record<string, Omit<Operation, "method" | "path">>>>>;
  components: { schemas: Readonly<Record<string, Schema>> };
};

let document: Document | undefined;

export function openApiDocument(): Document {
  document ??= JSON.parse(ownFile("openapi.json")) as Document;
  return document;
}

/** Those of a tag. What a browser asks by itself comes last. */
export function operationsOf(tag: string): Operation[] {
  const isAside = ({ method }: Operation) => method === "OPTIONS";
  return Object.entries(openApiDocument().paths)
    .flatMap(([path, item]) =>
      Object.entries(item)
        .filter(([method]) => ["get", "post", "options"].includes(method))
        .map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path }))
        .filter(({ tags }) => tags.includes(tag)),
    )
    .toSorted((a, b) => Number(isAside(a)) - Number(isAside(b)));
}

/** By the id of the operation; an operation that shops do not call has none. */
export function builtSamples(): Readonly<Record<string, readonly BuiltSample[]>> {
  return JSON.parse(ownFile("samples.json"));
}

/** The schema that a `$ref` leads to. */
export function resolved(schema: Schema): Schema {
  const name = schema.$ref?.split("/").at(-1);
  return name === undefined ? schema : (openApiDocument().components.schemas[name] ?? schema);
}

function ownFile(name: string): string {
  return builtFile(name).replaceAll(BASE_URL_IN_DOCS, config().baseUrl);
}
