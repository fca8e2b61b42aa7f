import {
  builtSamples,
  type Header,
  METHODS,
  type Operation,
  openApiDocument,
  type Parameter,
  resolvedAnswer,
} from "./document.ts";

/** Lists the operations by tag, in the order of the document. */
export function allOperations(): Operation[] {
  const { tags, paths } = openApiDocument();
  const all = Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation ? [{ ...operation, method: method.toUpperCase(), path }] : [];
    }),
  );
  return tags.flatMap(({ name }) => all.filter((one) => one.tags.includes(name)));
}

/** Each endpoint has a page of its own. */
export function pathOfOperation({ operationId }: Pick<Operation, "operationId">): string {
  return `/reference/${operationId}`;
}

/** The calls that a shop’s code makes have programs. */
export function isOfShops({ operationId }: Operation): boolean {
  return Object.hasOwn(builtSamples(), operationId);
}

/** Says where shops call: one address for live and test keys, and one for test keys alone. */
export function apiAddresses() {
  return Object.values(openApiDocument().paths).find(({ servers }) => servers)?.servers ?? [];
}

/** Describes the header with the secret of a locked key; `null`: the operation takes none. */
export function secretOf({ security = [] }: Operation): Parameter | null {
  const name = security.flatMap((way) => Object.keys(way))[0];
  const scheme = name === undefined ? undefined : openApiDocument().components.securitySchemes[name];
  if (!scheme) return null;
  return {
    in: "header",
    name: "Authorization",
    required: security.every((way) => Object.keys(way).length > 0),
    schema: { const: "Bearer sk_live_…", description: scheme.description },
  };
}

/** Describes each header by its name, as the first answer that has it does. */
export function answerHeaders(): Map<string, Header> {
  const { headers: shared } = openApiDocument().components;
  const headers = allOperations()
    .flatMap(({ responses }) => Object.values(responses))
    .flatMap((answer) => Object.entries(resolvedAnswer(answer).headers ?? {}));
  const first = new Map<string, Header>();
  for (const [name, header] of headers) if (!first.has(name)) first.set(name, shared[name] ?? header);
  return first;
}

export function exampleOfProblem(): unknown {
  const answers = allOperations().flatMap(({ responses }) => Object.values(responses));
  return answers.map((one) => resolvedAnswer(one).content?.["application/problem+json"]?.example).find(Boolean);
}
