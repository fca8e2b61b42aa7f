type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** What only people read. A change of it changes nothing for a program. */
const WORDS = new Set([
  "description",
  "summary",
  "example",
  "examples",
  "title",
  "tags",
  "info",
  "operationId",
  "x-codeSamples",
]);

/**
 * What the document promises to programs, one line a fact: the address of a keyword in it, and its value. An element of a list is a
 * fact of its own, and a parameter goes by its name.
 */
export function factsOf(document: object): string[] {
  const root = document as { [key: string]: Json };
  const facts: string[] = [];
  const visit = (place: string, value: Json): void => {
    if (value === null || typeof value !== "object") facts.push(`${place} = ${JSON.stringify(value)}`);
    else if (Array.isArray(value)) for (const [n, one] of value.entries()) visit(`${place} ${nameOf(one, n)}`, one);
    else if (typeof (value as { $ref?: Json }).$ref === "string")
      visit(place, at(root, String((value as { $ref?: Json }).$ref)));
    else for (const [key, one] of Object.entries(value)) if (!WORDS.has(key)) visit(`${place} ${key}`.trim(), one);
  };
  visit("", { paths: root.paths ?? {}, webhooks: root.webhooks ?? {} });
  return facts.toSorted();
}

/** Of a promise to callers, more is asked by a further required parameter; of an answer, less is promised by each fact that is gone. */
export function breaksCallers(change: { added: readonly string[]; removed: readonly string[] }): string[] {
  const isStricter = (fact: string) => / parameters \S+ (?:.* )?required = true$/.test(fact);
  const isLooser = (fact: string) => / parameters \S+ required = true$/.test(fact);
  return [...change.removed.filter((fact) => !isLooser(fact)), ...change.added.filter(isStricter)];
}

/** The endpoint that a fact is about, such as `GET /device_id.js`. */
export function endpointOf(fact: string): string {
  const [, path = "", method = ""] = /^(?:paths|webhooks) (\S+) ?(get|post|options)?/.exec(fact) ?? [];
  return `${method.toUpperCase()} ${path}`.trim();
}

/** The order of a list says nothing. */
function nameOf(one: Json, n: number): string {
  if (one === null || typeof one !== "object") return "∋";
  const { in: place, name, url } = one as { [key: string]: Json };
  if (typeof name === "string") return `${String(place)}:${name}`;
  return typeof url === "string" ? url : String(n);
}

function at(root: { readonly [key: string]: Json }, pointer: string): Json {
  let value: Json = root;
  for (const key of pointer.replace("#/", "").split("/"))
    value = (value as { readonly [key: string]: Json })[key] ?? null;
  return value;
}
