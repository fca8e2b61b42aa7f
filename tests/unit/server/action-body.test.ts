import { describe, expect, test } from "vitest";
import {
  actionKindOf,
  actionNamedIn,
  isCalledForm,
  isCalledWithTexts,
  isPlainForm,
} from "#server/action-body.rules.ts";

const id = (first: string) => first + "0".repeat(40);
const [FORM, TEXTS, STATEFUL] = [id("40"), id("60"), id("7f")];

const part = (name: string, value = "", isFile = false) => ({ name, isFile, value: Buffer.from(value) });
const FIELD = part("host", "shop.example");
const KEY = part("$ACTION_KEY", `k${"a".repeat(32)}`);

const reference = (state: string, bound = `{"id":"${STATEFUL}","bound":"$@1"}`) => [
  part("$ACTION_REF_3"),
  part("$ACTION_3:0", bound),
  part("$ACTION_3:1", state),
  KEY,
  FIELD,
];

/** The state of a form, as an action answers it. */
const STATES = [
  "null",
  '{"ok":true,"message":"Saved","secret":"$undefined"}',
  '{"ok":false,"heading":"$$5 is too much","fields":{"cap":"Too much"},"typed":{"cap":"$$5","__proto__":"1"}}',
  '{"heading":"Signed out","text":"","signIn":true,"ok":false,"fields":{},"typed":{}}',
];

/** Arguments for which React throws, or that an action cannot read. */
const NO_STATES = [
  "",
  "1",
  '"$undefined"',
  '"$K1"',
  "[]",
  '{"x":"$@9"}',
  '{"x":"$Q2"}',
  '{"x":"$1:constructor"}',
  '{"x":{"y":"$K1"}}',
  '{"x":{"y":{"z":"1"}}}',
  '{"x":["1"]}',
  '{"x":1}',
  '{"__proto__":{"then":"$1:constructor"}}',
];

describe("a form without script", () => {
  test.for(STATES)("with the state %s is ours", (state) => {
    const parts = reference(`[${state}]`);
    expect(actionNamedIn(parts)).toBe(STATEFUL);
    expect(isPlainForm(STATEFUL, parts)).toBe(true);
  });

  test.for([...NO_STATES.map((state) => `[${state}]`), "", "null", '{"a":', "[]", "[null,null]", '[null,"$K2"]'])(
    "with the arguments %s is none of ours",
    (given) => expect(isPlainForm(STATEFUL, reference(given))).toBe(false),
  );

  test("for an action that takes a form names the action alone", () => {
    const parts = [part(`$ACTION_ID_${FORM}`), FIELD];
    expect(actionNamedIn(parts)).toBe(FORM);
    expect(isPlainForm(FORM, parts)).toBe(true);
  });

  test.for<[string, string, ReturnType<typeof part>[]]>([
    ["an action that takes a state, named alone", STATEFUL, [part(`$ACTION_ID_${STATEFUL}`)]],
    ["an action that takes texts, named alone", TEXTS, [part(`$ACTION_ID_${TEXTS}`)]],
    ["an action with a value in the field that names it", FORM, [part(`$ACTION_ID_${FORM}`, "1")]],
    ["a file that names an action", FORM, [part(`$ACTION_ID_${FORM}`, "", true)]],
    ["two actions", FORM, [part(`$ACTION_ID_${FORM}`), part(`$ACTION_ID_${FORM}`)]],
    ["an action and a reference", FORM, [part(`$ACTION_ID_${FORM}`), ...reference("[null]")]],
    ["a reference without a key", STATEFUL, reference("[null]").filter((one) => one !== KEY)],
    ["a reference with another key", STATEFUL, [...reference("[null]").slice(0, 3), part("$ACTION_KEY", "k1")]],
    ["a reference without arguments", STATEFUL, reference("[null]").filter(({ name }) => name !== "$ACTION_3:1")],
    ["a reference by another number", STATEFUL, [part("$ACTION_REF_4"), ...reference("[null]").slice(1)]],
    ["a reference twice", STATEFUL, [...reference("[null]"), part("$ACTION_3:1", "[null]")]],
    ["a field more of React’s", STATEFUL, [...reference("[null]"), part("$ACTION_3:2", "[null]")]],
    ["bound to something else", STATEFUL, reference("[null]", `{"id":"${STATEFUL}","bound":null}`)],
    ["bound to more", STATEFUL, reference("[null]", `{"id":"${STATEFUL}","bound":"$@1","then":"$@1"}`)],
    ["a reference to an action that takes a form", FORM, reference("[null]", `{"id":"${FORM}","bound":"$@1"}`)],
  ])("with %s is none of ours", ([, action, parts]) => {
    expect(actionNamedIn(parts)).toBe(action);
    expect(isPlainForm(action, parts)).toBe(false);
  });

  test("that names no action names none", () => {
    expect(actionNamedIn([FIELD, part("$ACTION_ID_x"), part("$ACTION_3:0", '{"id":"x"}'), KEY])).toBe(null);
  });
});

describe("a call of Next’s client", () => {
  const fields = [part("_1_host", "shop.example"), part("_1_$ACTION_3:1", "[null]"), part("_1_logo", "\u0000", true)];

  test.for(STATES)("with the state %s and a form is ours", (state) =>
    expect(isCalledForm(STATEFUL, [...fields, part("0", `[${state},"$K1"]`)])).toBe(true),
  );

  test("with a form alone is ours", () => {
    expect(isCalledForm(FORM, [...fields, part("0", '["$K1"]')])).toBe(true);
  });

  test("with two texts is ours", () => {
    for (const text of ['["a","b"]', '["$$a",""]']) expect(isCalledWithTexts(TEXTS, Buffer.from(text))).toBe(true);
  });

  test.for<[string, ReturnType<typeof part>[]]>([
    ...NO_STATES.map((state): [string, ReturnType<typeof part>[]] => [state, [part("0", `[${state},"$K1"]`)]]),
    ["another reference", [part("0", '[null,"$K2"]')]],
    ["no form", [part("0", "[null]")]],
    ["a form and more", [part("0", '[null,"$K1",null]')]],
    ["the form first", [part("0", '["$K1",null]')]],
    ["no arguments", [...fields]],
    ["arguments in a file", [part("0", '[null,"$K1"]', true)]],
    ["arguments twice", [part("0", "[null]"), part("0", '[null,"$K1"]')]],
    ["fields behind the arguments", [part("0", '[null,"$K1"]'), ...fields]],
    ["a field that is not the form’s", [part("1", "{}"), part("0", '[null,"$K1"]')]],
    ["nothing", []],
  ])("with %s is none of ours", ([, parts]) => {
    expect(isCalledForm(STATEFUL, parts)).toBe(false);
  });

  test.for([
    "",
    "1",
    "[",
    "null",
    '{"a":',
    '"$undefined"',
    '["a"]',
    '["a","b","c"]',
    '["a",1]',
    '["a","$K1"]',
    '["$1:x","a"]',
  ])("with the text %s is none of ours", (text) => expect(isCalledWithTexts(TEXTS, Buffer.from(text))).toBe(false));

  test("takes the arguments of its own action only", () => {
    const [form, stateful] = [[part("0", '["$K1"]')], [part("0", '[null,"$K1"]')]];
    expect([STATEFUL, TEXTS].filter((action) => isCalledForm(action, form))).toEqual([]);
    expect([FORM, TEXTS].filter((action) => isCalledForm(action, stateful))).toEqual([]);
    expect([FORM, STATEFUL].filter((action) => isCalledWithTexts(action, Buffer.from('["a","b"]')))).toEqual([]);
  });
});

test("an action that reads other arguments is of no kind", () => {
  expect(["40", "60", "7f", "00", "70", "c0"].map((first) => actionKindOf(id(first)))).toEqual([
    "form",
    "texts",
    "state_and_form",
    null,
    null,
    null,
  ]);
});
