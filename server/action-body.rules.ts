import type { FormPart } from "./form-parts.rules.ts";

/**
 * The bodies that our pages send to a server action. React throws on arguments of another shape, and Next answers 500 then. A text
 * that begins with `$` refers to another part, so the only reference here is the one to the form itself.
 */
type Kind = "form" | "state_and_form" | "texts";

/**
 * Lists what an action takes, by the first byte of its id. Next writes into it which arguments the function reads: the
 * first; the first two; or any, of what `action()` makes.
 */
const KINDS: Readonly<Record<string, Kind>> = { "40": "form", "60": "texts", "7f": "state_and_form" };

/** `null`: no page of ours calls such an action. */
export function actionKindOf(id: string): Kind | null {
  return KINDS[id.slice(0, 2)] ?? null;
}

/** Finds the action of a form that a browser sends without script: the first that its hidden fields name. */
export function actionNamedIn(parts: readonly FormPart[]): string | null {
  for (const { name, value } of parts) {
    const [, id] = /^\$ACTION_ID_([0-9a-f]{42})$/.exec(name) ?? [];
    const [, referred] = /^\$ACTION_\d{1,4}:0$/.test(name)
      ? (/^\{"id":"([0-9a-f]{42})"/.exec(value.toString("latin1", 0, 64)) ?? [])
      : [];
    const named = id ?? referred;
    if (named !== undefined) return named;
  }
  return null;
}

/** Says whether this is a whole form for the action, as a browser sends it without script. */
export function isPlainForm(id: string, parts: readonly FormPart[]): boolean {
  const hidden = parts.filter(({ name }) => name.startsWith("$ACTION_"));
  if (hidden.some(({ isFile }) => isFile)) return false;
  const values = new Map(hidden.map(({ name, value }) => [name, value.toString()]));
  if (actionKindOf(id) === "form") return hidden.length === 1 && values.get(`$ACTION_ID_${id}`) === "";
  const [prefix] = /^\$ACTION_\d{1,4}(?=:0$)/.exec([...values.keys()].find((name) => name.endsWith(":0")) ?? "") ?? [];
  const state = listIn(values.get(`${prefix}:1`));
  return (
    actionKindOf(id) === "state_and_form" &&
    hidden.length === 4 &&
    values.get(`${prefix}:0`) === `{"id":"${id}","bound":"$@1"}` &&
    values.get(`${prefix?.replace("_", "_REF_")}`) === "" &&
    state?.length === 1 &&
    isState(state[0]) &&
    /^k[0-9a-f]{32}$/.test(values.get("$ACTION_KEY") ?? "")
  );
}

/** Is this what Next's client sends for a form? The names of the fields begin with `_1_`. The arguments come last; `$K1` is the form. */
export function isCalledForm(id: string, parts: readonly FormPart[]): boolean {
  const last = parts.at(-1);
  if (last?.name !== "0" || last.isFile || !parts.slice(0, -1).every(({ name }) => name.startsWith("_1_")))
    return false;
  const given = listIn(last.value.toString());
  if (given?.at(-1) !== "$K1") return false;
  if (actionKindOf(id) === "form") return given.length === 1;
  return actionKindOf(id) === "state_and_form" && given.length === 2 && isState(given[0]);
}

/** Says whether this is what Next's client sends for two texts. */
export function isCalledWithTexts(id: string, body: Buffer): boolean {
  const given = listIn(body.toString());
  return actionKindOf(id) === "texts" && given?.length === 2 && given.every(isText);
}

function listIn(json: string | undefined): unknown[] | null {
  try {
    const value: unknown = JSON.parse(json ?? "");
    return Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/** Says what an action has answered to its form before: flags and texts, and texts by the names of fields. */
function isState(value: unknown): boolean {
  const isFlat = (one: unknown) => typeof one === "boolean" || one === "$undefined" || isText(one);
  return value === null || (isRecord(value) && Object.values(value).every((one) => isFlat(one) || isTexts(one)));
}

function isTexts(value: unknown): boolean {
  return isRecord(value) && Object.values(value).every(isText);
}

/** Looks for a text: React doubles the `$` with which a text begins. */
function isText(value: unknown): boolean {
  return typeof value === "string" && (!value.startsWith("$") || value.startsWith("$$"));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
