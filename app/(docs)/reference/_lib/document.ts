import { type BuiltSample, builtFile } from "#app/(docs)/_docs/built-docs.ts";

/** Holds what the reference reads of the OpenAPI document. A `$ref` leads to `components`. */
export type Schema = {
  $ref?: string;
  type?: string | readonly string[];
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
export type Header = { $ref?: string; description?: string; schema?: Schema };
type Server = { url: string; description: string };
export type DescribedAnswer = {
  $ref?: string;
  description: string;
  headers?: Readonly<Record<string, Header>>;
  content?: Readonly<Record<string, Media>>;
};

export const METHODS = ["get", "post", "options"] as const;
type Method = (typeof METHODS)[number];

export type Operation = {
  method: string;
  path: string;
  operationId: string;
  tags: readonly string[];
  summary: string;
  description?: string;
  parameters?: readonly Parameter[];
  security?: readonly Readonly<Record<string, readonly string[]>>[];
  responses: Readonly<Record<string, DescribedAnswer>>;
};

type PathItem = { servers?: readonly Server[] } & Partial<Record<Method, Omit<Operation, "method" | "path">>>;

type Document = {
  info: { version: string };
  tags: readonly { name: string; description: string }[];
  paths: Readonly<Record<string, PathItem>>;
  components: {
    schemas: Readonly<Record<string, Schema>>;
    headers: Readonly<Record<string, Header>>;
    responses: Readonly<Record<string, DescribedAnswer>>;
    securitySchemes: Readonly<Record<string, { description: string }>>;
  };
};

let document: Document | undefined;

export function openApiDocument(): Document {
  document ??= JSON.parse(builtFile("openapi.json")) as Document;
  return document;
}

let samples: Readonly<Record<string, readonly BuiltSample[]>> | undefined;

/** Reads the programs by the id of their operation; one that shops do not call has none. */
export function builtSamples(): Readonly<Record<string, readonly BuiltSample[]>> {
  samples ??= JSON.parse(builtFile("samples.json")) as NonNullable<typeof samples>;
  return samples;
}

/** Follows a `$ref` to its schema. */
export function resolved(schema: Schema): Schema {
  const name = schema.$ref?.split("/").at(-1);
  return name === undefined ? schema : (openApiDocument().components.schemas[name] ?? schema);
}

export function resolvedAnswer(answer: DescribedAnswer): DescribedAnswer {
  const name = answer.$ref?.split("/").at(-1);
  return name === undefined ? answer : (openApiDocument().components.responses[name] ?? answer);
}
