type Pick = <Item>(items: readonly Item[]) => Item;
type Maybe = (share: number) => boolean;

/** What our pages send as arguments: of an action that takes a form, a state and a form, or two texts. */
const WHOLE = [
  '["$K1"]',
  '[null,"$K1"]',
  '[{"ok":false,"heading":"x","fields":{},"typed":{"a":"$$1"}},"$K1"]',
  '["a","b"]',
];

const BROKEN = [
  "",
  "1",
  "[]",
  "null",
  '"$undefined"',
  '"$K1"',
  '["$K2"]',
  '[null,"$K2"]',
  "[null,1]",
  "[null]",
  '["$F1","$Q2","$B3"]',
  '["$T",{"a":"$h1"}]',
  '[{"__proto__":{"then":"$1:constructor"}},"$K1"]',
  '[{"then":"$1:__proto__:then"},"$K1"]',
  '[null,{"x":"$@9"}]',
  '["$n99999999999999999999","$D1"]',
  '{"a":',
  "[".repeat(2_000),
  "\u0000\u00ff",
];

const NAMES = [
  "0",
  "1",
  "_1_",
  "_1_host",
  "_1_x",
  "$ACTION_ID_",
  "$ACTION_REF_",
  "$ACTION_1:",
  "$ACTION_KEY",
  "__proto__",
  "",
];
const HEADS = ["", '; filename="a.png"\r\nContent-Type: image/png', '; filename=""', "\r\nContent-Type: x", "; x"];
const KEY = `k${"0".repeat(32)}`;

/** What names an action of the build, in one of three ways: by a field, by a reference, or by a header. All of it may be wrong. */
export function malformedAction(pick: Pick, maybe: Maybe, actions: readonly string[]) {
  const id = pick(actions);
  const given = () => pick(maybe(0.5) ? WHOLE : BROKEN);
  const way = pick(["field", "reference", "text", "form"] as const);
  if (way === "text")
    return { headers: [["Next-Action", id] as const], type: "text/plain;charset=UTF-8", body: given() };
  const number = pick(["1", "3", "99999", "x"]);
  const bound = pick(['"$@1"', '"$@1"', '"$@1"', "null", '"$@2"', "[1]", "{", given()]);
  const parts: (readonly [string, string])[] = {
    field: [[`$ACTION_ID_${id}`, ""] as const],
    reference: [
      [`$ACTION_REF_${number}`, ""] as const,
      [`$ACTION_${number}:0`, `{"id":"${id}","bound":${bound}}`] as const,
      [`$ACTION_${number}:1`, maybe(0.5) ? "[null]" : given()] as const,
      ["$ACTION_KEY", KEY] as const,
    ],
    form: [["_1_organization", "x"] as const, ["0", given()] as const],
  }[way];
  while (maybe(0.3))
    parts.splice(Math.floor(parts.length * pick([0, 0.5, 1])), maybe(0.5) ? 1 : 0, [pick(NAMES), given()]);
  const written = parts.map(([name, value]) => {
    const head = maybe(0.9) ? "" : pick(HEADS);
    return `--x\r\nContent-Disposition: form-data; name="${name}"${head}\r\n\r\n${value}\r\n`;
  });
  const headers = way === "form" ? [["Next-Action", id] as const] : [];
  return { headers, type: "multipart/form-data; boundary=x", body: `${written.join("")}--x--\r\n` };
}
