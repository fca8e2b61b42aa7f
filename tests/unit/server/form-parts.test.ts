import { expect, test } from "vitest";
import { formParts } from "#server/form-parts.rules.ts";

const BOUNDARY = "----WebKitFormBoundary";
const read = (...lines: string[]) => formParts(Buffer.from(lines.join("\r\n")), BOUNDARY, 2);
const [NEXT, END] = [`--${BOUNDARY}`, `--${BOUNDARY}--`];
const head = (text: string) => `Content-Disposition: form-data; name="${text}"`;

test("a form as browsers write it is read, its files too", async () => {
  const image = ["Content-Type: image/svg+xml", "", "\u0000\r\n--x", END, ""];
  const parts = read(NEXT, head("shown.name"), "", "", NEXT, `${head("_1_logo")}; filename="a b%22.png"`, ...image);
  expect(parts?.map(({ name, isFile, value }) => [name, isFile, value.toString()])).toEqual([
    ["shown.name", false, ""],
    ["_1_logo", true, "\u0000\r\n--x"],
  ]);
  const form = new FormData();
  form.append("$ACTION_1:0", "1");
  form.append("logo", new File([""], "a.png", { type: "image/png" }));
  const sent = new Response(form);
  const boundary = sent.headers.get("content-type")?.split("boundary=")[1] ?? "";
  expect(formParts(Buffer.from(await sent.arrayBuffer()), boundary, 2)).toHaveLength(2);
});

test.for([
  head("a b"),
  head("a\\"),
  head(""),
  head("a".repeat(101)),
  head("a").toLowerCase(),
  `${head("a")}; filename="a.png"`,
  `${head("a")}; filename="a.png"\r\nContent-Type: `,
  `${head("a")}\r\nContent-Type: text/plain; charset=utf-16`,
  `${head("a")}\r\nContent-Transfer-Encoding: base64`,
  `${head("a")}; filename="a"\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: base64`,
  `X: y\r\n${head("a")}`,
  'Content-Disposition: attachment; name="a"',
])("no browser writes the head %j", (text) => expect(read(NEXT, text, "", "1", END)).toBe(null));

test("no value contains the boundary: Node’s parser fails on one", () => {
  expect(read(NEXT, head("a"), "", `1 ${BOUNDARY} 2`, END)).toBe(null);
  expect(read(NEXT, head("a"), "", BOUNDARY, END)).toBe(null);
});

test("a form ends once, and has no more parts than allowed", () => {
  const part = [NEXT, head("a"), "", "1"];
  expect(read(...part, ...part, END)).toHaveLength(2);
  expect(read(...part, ...part, ...part, END)).toBe(null);
  expect(read(...part)).toBe(null);
  expect(read(...part, END, ...part, END)).toBe(null);
  expect(read(END)).toEqual([]);
});
