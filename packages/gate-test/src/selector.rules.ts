import type { Element, Page } from "./html.rules.ts";

/** The selectors that are read take time in proportion to the page. Those of CSS do not: `:has()` in `:has()` takes minutes. */
export const SELECTOR_RULE =
  "Use a name, #id, .class, [attribute] or [attribute=value], or up to three of them, as in “form.age > button”: 120 characters at most.";

const MAX_LENGTH = 120;
const MAX_PARTS = 3;

/** What one element must be. `attributes`: their values, or `undefined` for any. */
type Compound = { name: string | null; ids: string[]; classes: string[]; attributes: [string, string | undefined][] };
/** `isChild`: of what the step before it names, and not somewhere in it. */
type Step = Compound & { isChild: boolean };

export function isSelector(text: string): boolean {
  return readSelector(text) !== null;
}

/** The first element that a selector names. A text that is no selector names none. */
export function select({ elements }: Page, text: string): Element | null {
  const steps = readSelector(text);
  if (steps === null) return null;
  let named = new Set<Element>();
  for (const [n, step] of steps.entries()) {
    const before = named;
    const inside = new Set<Element>();
    named = new Set();
    // Parents come before what is in them, so each step looks at each element once.
    for (const element of elements) {
      const { parent } = element;
      const isChild = parent !== null && before.has(parent);
      if (isChild || (parent !== null && inside.has(parent))) inside.add(element);
      const isThere = n === 0 || (step.isChild ? isChild : inside.has(element));
      if (isThere && isOf(element, step)) named.add(element);
    }
  }
  return named.values().next().value ?? null;
}

function isOf({ name, attributes }: Element, wanted: Compound): boolean {
  if (wanted.name !== null && wanted.name !== name) return false;
  if (!wanted.ids.every((id) => attributes.id === id)) return false;
  const isRight = ([key, value]: [string, string | undefined]) =>
    Object.hasOwn(attributes, key) && (value === undefined || attributes[key] === value);
  if (!wanted.attributes.every(isRight)) return false;
  if (wanted.classes.length === 0) return true;
  const classes = new Set(attributes.class?.split(/\s+/));
  return wanted.classes.every((one) => classes.has(one));
}

const NAME = String.raw`-?[A-Za-z_\u0080-\uffff][\w\u0080-\uffff-]*`;
const VALUE = String.raw`"([^"]*)"|'([^']*)'|([\w-]+)`;
const SIMPLE = new RegExp(String.raw`([#.])(${NAME})|\[\s*(${NAME})\s*(?:=\s*(?:${VALUE})\s*)?\]`, "y");
const FIRST = new RegExp(String.raw`\*|${NAME}`, "y");
const COMBINATOR = /\s*(>)\s*|\s+/y;

function readSelector(given: string): Step[] | null {
  const text = given.trim();
  if (text.length > MAX_LENGTH) return null;
  const steps: Step[] = [];
  let at = 0;
  let isChild = false;
  while (steps.length < MAX_PARTS) {
    const { compound, end } = readCompound(text, at);
    if (end === at) return null;
    steps.push({ ...compound, isChild });
    if (end === text.length) return steps;
    const combinator = matchAt(COMBINATOR, text, end);
    if (combinator === null) return null;
    isChild = combinator[1] !== undefined;
    at = end + combinator[0].length;
  }
  return null;
}

/** `end`: where it began if there is none. */
function readCompound(text: string, from: number): { compound: Compound; end: number } {
  const first = matchAt(FIRST, text, from)?.[0] ?? "";
  const name = first === "" || first === "*" ? null : first.toLowerCase();
  const compound: Compound = { name, ids: [], classes: [], attributes: [] };
  let end = from + first.length;
  for (let found = matchAt(SIMPLE, text, end); found !== null; found = matchAt(SIMPLE, text, end)) {
    const [whole, sign, name = "", attribute = "", ...values] = found;
    if (sign === "#") compound.ids.push(name);
    else if (sign === ".") compound.classes.push(name);
    else compound.attributes.push([attribute.toLowerCase(), values.find((value) => value !== undefined)]);
    end += whole.length;
  }
  return { compound, end };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
