/** The parts of an OpenAPI document whose strings a reader of the reference sees. */
const SHOWN = new Set(["name", "summary", "description", "enum"]);
/** The parts whose keys are names that a reader sees. */
const NAMED = new Set(["properties", "headers", "responses"]);

type Components = { components: Readonly<Record<string, Readonly<Record<string, unknown>>>> };

/** Reads every sentence and name of a part of the document, each once. A `$ref` is followed. */
export function textsIn(part: unknown, document: Components, place = ""): string[] {
  if (typeof part === "string") return SHOWN.has(place) ? [part] : [];
  if (Array.isArray(part)) return once(part.flatMap((one) => textsIn(one, document, place)));
  if (part === null || typeof part !== "object") return [];
  const all = Object.entries(part).flatMap(([key, value]) => {
    if (key === "$ref") return textsIn(targetOf(String(value), document), document, place);
    return [...(NAMED.has(place) ? [key] : []), ...textsIn(value, document, key)];
  });
  return once(all);
}

function targetOf(ref: string, { components }: Components): unknown {
  const [kind = "", name = ""] = ref.split("/").slice(-2);
  return components[kind]?.[name];
}

function once(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
