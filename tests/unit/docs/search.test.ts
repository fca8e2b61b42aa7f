import { expect, test } from "vitest";
import { type ReadyPage, readyPage, searched, snippetOf, termsOf } from "#app/(docs)/search/_lib/search.rules.ts";
import { sectionsOf } from "#docs/render/search.ts";

const page = (path: string, title: string, ...sections: [heading: string, text: string][]): ReadyPage =>
  readyPage({
    path,
    group: "Integrate",
    name: title,
    title,
    sections: [["", ""], ...sections].map(([heading = "", text = ""], n) => ({
      anchor: n === 0 ? "" : `part-${n}`,
      heading: n === 0 ? title : heading,
      text,
    })),
  });

const PAGES = [
  page("/limits", "Limits", ["Calls", "A locked key has more calls. The secret says who asks, and the secret counts."]),
  page("/command", "The command for locked keys", ["Locked keys", "Makes locked keys, and keys that are not locked."]),
  page(
    "/locked",
    "Locked keys",
    ["One visitor", "A backend names the visitor, by the secret."],
    ["The secret", "sk_live_"],
  ),
  page("/domain_invalid", "Return address not valid", ["Causes", "`domain_invalid`: the scheme is missing."]),
  page("/calls", "Calls", ["Others", "What counts."]),
];

const pathsOf = (query: string) => searched(PAGES, query).map(({ page }) => page.path);

test("a page is found by words that stand in different parts of it, or begin with what is asked for", () => {
  expect(pathsOf("limits secret")).toEqual(["/limits"]);
  expect(pathsOf("backend sk_live")).toEqual(["/locked"]);
  expect(pathsOf("INVAL")).toEqual(["/domain_invalid"]);
  expect(pathsOf("ocked")).toEqual([]);
  expect(pathsOf("locked nothing-like-it")).toEqual([]);
});

test("the page that has the query as its name comes first, then titles, headings and text", () => {
  expect(pathsOf("locked keys")).toEqual(["/locked", "/command"]);
  expect(pathsOf("call")).toEqual(["/calls", "/limits"]);
  expect(searched(PAGES, "secret").map(({ page, section }) => [page.path, section.anchor])).toEqual([
    ["/locked", "part-2"],
    ["/limits", "part-1"],
  ]);
});

test("words that are together, as in the query, come before the same words apart, and the snippet shows them", () => {
  const apart = page("/apart", "One", ["A part", "The cap. ".repeat(9) + "What they spend. ".repeat(9)]);
  const together = page(
    "/together",
    "Two",
    ["Capitals", "Capitals. They spend."],
    ["A part", `${"x ".repeat(90)}the spend cap.`],
  );
  const [first] = searched([apart, together], "spend cap");
  expect([first?.page.path, first?.section.anchor]).toEqual(["/together", "part-2"]);
  const text = `The cap ${"x ".repeat(90)}the spend cap.`;
  expect(snippetOf(text, ["spend", "cap"]).filter(({ isMatch }) => isMatch)).toHaveLength(2);
});

test("marks around a word are not part of it, and a query of marks alone finds nothing", () => {
  expect(termsOf(" `Domain_invalid`, (the) “key” the ")).toEqual(["domain_invalid", "the", "key"]);
  expect(pathsOf("“?”")).toEqual([]);
});

test("a snippet has whole words around the first that was asked for, and marks each that begins so", () => {
  for (let shift = 1; shift < 12; shift += 1) {
    const x = "x".repeat(shift);
    const text = `${"previous ".repeat(30)}the key, ${x} keys and a monkey ${"following ".repeat(60)}`;
    const parts = snippetOf(text, ["key"]);
    expect(parts.filter(({ isMatch }) => isMatch).map(({ text }) => text)).toEqual(["key", "keys"]);
    const whole = parts.map(({ text }) => text).join("");
    expect(whole).toMatch(/^… (?:previous )+the key, x+ keys and a monkey (?:following )+…$/);
    expect(whole.length).toBeLessThan(210);
  }
  expect(snippetOf("Short.", ["other"])).toEqual([{ text: "Short.", isMatch: false }]);
});

test("a page is read part by part, with the anchor of each, and without its marks", () => {
  const html = `<h1>The title</h1><p>A <code>key</code>, &lt;safe&gt;.</p><ul><li>one</li><li>two</li></ul>
<h2 id="part"><a class="anchor" href="#part">The <code>part</code></a></h2><table><tr><td>a</td><td>b</td></tr></table>`;
  expect(sectionsOf(html)).toEqual([
    { anchor: "", heading: "The title", text: "A key, <safe>. one two" },
    { anchor: "part", heading: "The part", text: "a b" },
  ]);
});
