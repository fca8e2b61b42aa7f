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
 * fact of its own, and a parameter goes by its name. What is empty is a fact too: a status that only has words, or a call that
 * needs no secret.
 */
export function factsOf(document: object): string[] {
  const root = document as { [key: string]: Json };
  const facts: string[] = [];
  const collect = (place: string, value: Json): void => {
    if (value === null || typeof value !== "object") facts.push(`${place} = ${JSON.stringify(value)}`);
    else if (Array.isArray(value)) {
      if (value.length === 0) facts.push(`${place} = []`);
      for (const [n, one] of value.entries()) collect(`${place} ${nameOf(place, one, n)}`, one);
    } else if (typeof (value as { $ref?: Json }).$ref === "string")
      collect(place, at(root, String((value as { $ref?: Json }).$ref)));
    else {
      // A field may have the name of a keyword: `title`.
      const isNamed = place.endsWith(" properties");
      const pairs = Object.entries(value).filter(([key]) => isNamed || !WORDS.has(key));
      if (pairs.length === 0 && place !== "webhooks") facts.push(`${place} = {}`);
      for (const [key, one] of pairs) collect(`${place} ${key}`.trim(), one);
    }
  };
  collect("", { paths: root.paths ?? {}, webhooks: root.webhooks ?? {} });
  return facts.toSorted();
}

type Facts = readonly string[];

export function changeOf(before: Facts, now: Facts): { added: string[]; removed: string[] } {
  const [known, left] = [new Set(before), new Set(now)];
  return { added: now.filter((fact) => !known.has(fact)), removed: before.filter((fact) => !left.has(fact)) };
}

/** What a caller gives: the operation, and the part of it. */
const ASKED =
  /^((?:paths|webhooks) \S+ (?:get|put|post|delete|options|head|patch) )(parameters \S+ |requestBody |security )/;

/** Of what is given: the fewer of these, the more is taken. */
const LIMIT = / (?:required|pattern|format|multipleOf|(?:exclusive)?(?:min|max)[a-zA-Z]*) = /i;

/** What a program of before may trip over: an answer promises less, or a call asks for more. In doubt, it does. */
export function breaksCallers(before: Facts, now: Facts): string[] {
  const { added, removed } = changeOf(before, now);
  const knew = (place: string) => before.some((fact) => fact.startsWith(place));
  const isLooser = (fact: string) => ASKED.test(fact) && LIMIT.test(fact);
  const isFilled = (fact: string) => {
    const [place, value = ""] = fact.split(" = ");
    return ["{}", "[]"].includes(value) && added.some((one) => one.startsWith(`${place} `));
  };
  const isStricter = (fact: string) => {
    const [part = "", operation = ""] = ASKED.exec(fact) ?? [];
    if (part === "" || !knew(operation)) return false;
    if (!knew(part)) return part.endsWith("security ") || fact === `${part}required = true`;
    // One more of several that are taken.
    const [list] = / enum ∋ | security /.exec(fact) ?? [];
    return list === undefined ? !/ (?:default|deprecated) = /.test(fact) : !knew(fact.split(list)[0] + list);
  };
  return [...removed.filter((fact) => !isLooser(fact) && !isFilled(fact)), ...added.filter(isStricter)];
}

/** The endpoint that a fact is about, such as `GET /device_id.js`. */
export function endpointOf(fact: string): string {
  const [, path = "", method = ""] =
    /^(?:paths|webhooks) (\S+) ?(get|put|post|delete|options|head|patch)?/.exec(fact) ?? [];
  return `${method.toUpperCase()} ${path}`.trim();
}

/** The order of a list says nothing. A way to be let in goes by the secrets that it takes. */
function nameOf(place: string, one: Json, n: number): string {
  if (one === null || typeof one !== "object") return "∋";
  if (place.endsWith(" security")) return Object.keys(one).join("+") || "nothing";
  const { in: where, name, url } = one as { [key: string]: Json };
  if (typeof name === "string") return `${String(where)}:${name}`;
  return typeof url === "string" ? url : String(n);
}

function at(root: { readonly [key: string]: Json }, pointer: string): Json {
  let value: Json = root;
  for (const key of pointer.replace("#/", "").split("/"))
    value = (value as { readonly [key: string]: Json })[key] ?? null;
  return value;
}
