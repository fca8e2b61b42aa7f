import { expect, test } from "vitest";
import { KEY_MARK } from "#app/(docs)/_docs/built-docs.ts";
import { withAddresses } from "#docs/render/links.ts";
import { rendered } from "#docs/render/markdown.ts";

const html = (markdown: string, file = "integrate/errors.md") => rendered(`# Title\n\n${markdown}`, file).html ?? "";

test.for([
  ["[a](limits.md)", '<a href="/docs/limits">a</a>'],
  ["[a](limits.md#what-counts)", '<a href="/docs/limits#what-counts">a</a>'],
  ["[a](README.md)", '<a href="/docs">a</a>'],
  ["[a](../operate/README.md)", '<a href="/docs/operate">a</a>'],
  ["[a](reasons.md#rate_limited)", '<a href="/reasons#rate_limited">a</a>'],
  ["[a](#here)", '<a href="#here">a</a>'],
  ["[a](https://example.com/x)", '<a href="https://example.com/x">a</a>'],
  ["[`a`](../../deploy/nginx.conf)", "<span><code>a</code></span>"],
  [
    "[a](https://age.example/api/url_generator_s/key/device/18)",
    '<a href="https://age.example/api/url_generator_s/key/device/18" rel="nofollow">a</a>',
  ],
] as const)("%s becomes %s", ([markdown, expected]) => {
  expect(html(markdown)).toContain(`<p>${expected}</p>`);
});

test("as Markdown, a page has whole addresses, and code as it is", () => {
  const source = "[a](limits.md#x), [b](reasons.md), [c](../../LICENSE)\n\n```text\n[a](limits.md)\n```\n";
  expect(withAddresses(source, "integrate/errors.md")).toBe(
    "[a](https://age.example/docs/limits.md#x), [b](https://age.example/reasons.md), c\n\n```text\n[a](limits.md)\n```\n",
  );
});

test("the second heading of a name has an anchor of its own", () => {
  const { headings } = rendered("# Title\n\n## Twice\n\n## Twice\n", "integrate/errors.md");
  expect(headings).toEqual([
    { id: "twice", text: "Twice", level: 2 },
    { id: "twice-1", text: "Twice", level: 2 },
  ]);
});

test("code is coloured by classes, an address in it stays whole, and its file is named", () => {
  const block = html('```js file=express/shop.mjs\nconst x = "https://age.example/api"; // y < z\n```');
  expect(block).toContain(">shop.mjs</figcaption>");
  expect(block).toContain('<span class="s">&quot;https://age.example/api&quot;</span>');
  expect(block).toContain('<span class="c">// y &lt; z</span>');
});

test("commands name no file, and text has no colour", () => {
  expect(html("```sh file=express/start.sh\nnpm start\n```")).not.toContain("figcaption");
  expect(html("```text\nconst x\n```")).toContain("<code>const x</code>");
});

test("a text wider than a phone is a stop of the keyboard with a name of its own; programs wrap", () => {
  const long = `${"x".repeat(40)}\n`;
  const page = html(
    `\`\`\`text\n${long}\`\`\`\n\n\`\`\`js file=a/shop.mjs\n${long}\`\`\`\n\n\`\`\`text\nshort\n\n\`\`\``,
  );
  const blocks = [...page.matchAll(/<pre class="([^"]*)"([^>]*)>/g)];
  expect(blocks.map(([, look, attributes]) => [look?.includes("overflow-x-auto"), attributes])).toEqual([
    [true, ' tabindex="0" role="region" aria-label="Code 1"'],
    [false, ""],
    [false, ""],
  ]);
  expect(page).toContain("<code>short</code>");
  expect(html("| a | b |\n|---|---|\n| 1 | 2 |")).not.toContain("region");
  expect(html("| a | b | c |\n|---|---|---|\n| 1 | 2 | 3 |")).toContain(
    'tabindex="0" role="region" aria-label="Table 1"><table',
  );
});

const SHOPS = "<!-- choice -->\n\n### One\n\nfirst\n\n### Two & more\n\nsecond\n";

test.for(["", "\n## After\n\nlast\n"])(
  "parts behind the mark of a choice are shown one at a time, up to %j",
  (after) => {
    const { html = "", headings } = rendered(`# Title\n\n## Before\n\n${SHOPS}${after}`, "integrate/errors.md");
    expect(html?.match(/<label[^>]* id="([^"]+)">/g)).toHaveLength(2);
    expect(html).toMatch(/<label[^>]* id="one"><input[^>]* name="choice-1" checked>One<\/label>/);
    expect(html).toContain("Two &amp; more</label></fieldset>");
    const parts = html?.split("<div data-option>").map((part) => part.replaceAll(/(?:<[^>]+>|\s)+/g, " ").trim());
    expect(parts?.slice(1)).toEqual([
      "One first",
      after ? "Two &amp; more second After last" : "Two &amp; more second",
    ]);
    expect(html?.match(/<div/g)?.length).toBe(html?.match(/<\/div>/g)?.length);
    expect(headings.map(({ id }) => id)).toEqual(after ? ["before", "after"] : ["before"]);
  },
);

test("whose key is in the programs is said before the first that has it", () => {
  const block = "```sh\necho pk_test_your_key\n```\n\n";
  const page = html(`\`pk_test_your_key\`\n\n\`\`\`sh\nls\n\`\`\`\n\n${block}${block}`);
  expect(page.split(KEY_MARK).map((part) => part.split("<figure").length - 1)).toEqual([1, 2]);
});

test("a document in a language that nobody can colour does not build", () => {
  expect(() => html("```klingon\nx\n```")).toThrow("integrate/errors.md cannot be shown");
});

test("HTML in a document is text", () => {
  expect(html("<script>x</script>")).not.toContain("<script");
});

test("a picture has its size and is loaded late; pictures of one paragraph are side by side", () => {
  const picture = (name: string, size: string) =>
    `<img src="/docs/${name}.svg" alt="What ${name} shows" ${size} loading="lazy" class="[^"]+">`;
  const page = html("![What start shows](start.svg)\n![What check shows](check.svg)");
  const size = `width="\\d+" height="\\d+"`;
  expect(page).toMatch(new RegExp(`<p class="flex [^"]+">${picture("start", size)}\n${picture("check", size)}</p>`));
  expect(html("![Both](start.svg) and words")).toContain("<p><img");
});

test.for(["none.svg", "README.md"])("a document that shows %s does not build", (file) => {
  expect(() => html(`![A picture](${file})`)).toThrow();
});

test("a column is aligned by a class, and has no empty head", () => {
  const table = html("| | n |\n|---|---:|\n| a | 1 |");
  expect(table).toContain('<th class="text-end">n</th>');
  expect(table).toContain('<td class="text-end">1</td>');
  expect(table).not.toMatch(/<th><\/th>|style=/);
});

test("the description is the first paragraph, up to the end of a sentence", () => {
  const first = "One sentence that says what the page is about. ";
  expect(rendered(`# Title\n\n${first}\n${"More of it, ".repeat(20)}\n`, "integrate/errors.md").description).toBe(
    first.trim(),
  );
});
