import { describe, expect, test } from "vitest";
import { keepsAddress, mayBeShared } from "#packages/gate-test/src/headers.rules.ts";
import { asksItself, scriptsOf, shows, startOn } from "#packages/gate-test/src/page.rules.ts";
import { affordableExtras, briefSeconds } from "#packages/gate-test/src/plan.rules.ts";
import { isSelector } from "#packages/gate-test/src/selector.rules.ts";

const PAGE = "https://shop.example/checkout?wine=1";
const RUN = "https://age.example/doctor/run";

describe("where a start leads", () => {
  test.for([
    ["a link", '<a id="go" href="/start">', "#go", { method: "GET", url: "https://shop.example/start" }],
    [
      "what is inside a link",
      '<a href="/start"><b id="go">Go</b></a>',
      "#go",
      { method: "GET", url: "https://shop.example/start" },
    ],
    [
      "what has a link inside",
      '<age-gate><a href="/start">Go</a></age-gate>',
      "age-gate",
      { method: "GET", url: "https://shop.example/start" },
    ],
    [
      "a link below a base",
      '<base href="/da/"><a href="start">',
      "a",
      { method: "GET", url: "https://shop.example/da/start" },
    ],
    [
      "a link with entities",
      '<a href="/start?a=1&amp;b=2">',
      "a",
      { method: "GET", url: "https://shop.example/start?a=1&b=2" },
    ],
    [
      "a form, as it is filled in",
      '<form method="post" action="/start"><input name="csrf" value="x&amp;y"><input type="checkbox" name="no"><input type="checkbox" name="yes" checked><select name="eid"><option value="s">S</option><option value="b" selected>B</option></select><input type="submit" name="other"><button id="go" name="do" value="start">Go</button><a href="/terms">Terms</a></form>',
      "#go",
      { method: "POST", url: "https://shop.example/start", body: "csrf=x%26y&yes=on&eid=b&do=start" },
    ],
    [
      "a form that asks",
      '<form><input name="a" value="b"></form>',
      "form",
      { method: "GET", url: "https://shop.example/checkout?a=b" },
    ],
    [
      "what has a form inside",
      '<main id="go"><form method="post" action="/order"><button>Order</button></form></main>',
      "#go",
      null,
    ],
    [
      "what stands in a form and is no button of it",
      '<form method="post" action="/order"><p id="go">Go</p><button>Order</button></form>',
      "#go",
      null,
    ],
    [
      "the form of a class, below another",
      '<form method="post" action="/order"></form><div class="age  gate"><form><input name="a" value="b"></form></div>',
      "div.age.gate > form",
      { method: "GET", url: "https://shop.example/checkout?a=b" },
    ],
    [
      "a link by an attribute, somewhere in what is named",
      '<a href="/other" rel="nofollow"></a><main><p><a href="/start" rel="nofollow">Go</a></p></main>',
      "main [rel='nofollow']",
      { method: "GET", url: "https://shop.example/start" },
    ],
    ["what is no child of what is named", '<main><p><a href="/start">Go</a></p></main>', "main > a", null],
    ["nothing of that name", '<a href="/start">', "#go", null],
    ["neither link nor form", '<p id="go">Go</p>', "#go", null],
  ] as const)("%s", ([, html, selector, start]) => {
    expect(startOn(html, PAGE, selector, RUN)).toEqual(start);
  });

  test("without a selector: what leads to the run, or else the only one", () => {
    const two = `<a href="/">Wines</a><a href="${RUN}/api/url_generator_s/x">Go</a>`;
    expect(startOn(two, PAGE, undefined, RUN)?.url).toBe(`${RUN}/api/url_generator_s/x`);
    expect(startOn('<a href="?start">Go</a>', PAGE, undefined, RUN)?.url).toBe("https://shop.example/checkout?start");
    expect(startOn('<a href="/">Wines</a><a href="/b">Beer</a>', PAGE, undefined, RUN)).toBeNull();
  });

  test("without a selector nothing is pressed that posts to the shop", () => {
    const order = '<form method="post" action="/order"><button>Order</button></form>';
    expect(startOn(order, PAGE, undefined, RUN)).toBeNull();
    expect(startOn('<form action="/start"></form>', PAGE, undefined, RUN)?.method).toBe("GET");
    const leading = `<form method="POST" action="${RUN}/api/url_generator_s/x"></form>`;
    expect(startOn(order + leading, PAGE, undefined, RUN)?.url).toBe(`${RUN}/api/url_generator_s/x`);
  });

  test.for([
    ["#go", true],
    [" form.age > button ", true],
    ["main form .go", true],
    ["[data-start]", true],
    ["a[rel=nofollow][href='/a b>c']", true],
    ["*", true],
    ["main > form > p > button", false],
    ["b:has(~ b:has(~ b:has(~ zz)))", false],
    ["a:not(.b)", false],
    ["a ~ b", false],
    ["a + b", false],
    ["a, b", false],
    ["a[", false],
    ["a[href^='/']", false],
    ["> a", false],
    ["a >", false],
    ["???", false],
    ["", false],
    [" ", false],
    [`#${"a".repeat(120)}`, false],
  ] as const)("%j is a selector that is read: %s", ([text, isRead]) => {
    expect(isSelector(text)).toBe(isRead);
  });
});

describe("the work for a page is in proportion to it", () => {
  const KB = 1_024;
  const filled = (piece: string, length = 256 * KB) => piece.repeat(Math.floor(length / piece.length));
  const pages = {
    links: filled('<a href="?">'),
    "links in links": filled("<a>"),
    "what is never closed": filled("<div>", 128 * KB) + filled("</p>", 128 * KB),
    "as deep as is read, over and over": filled(filled("<b>", 765) + filled("</b>", 1_020)),
    "what closes nothing": filled("</x>"),
    "forms of fields": filled("<form>", 1_200) + filled("<select name=a><input name=b>"),
    attributes: `<a ${filled("a='")}`,
    signs: filled("<"),
    "one element of many classes": `<b class="${filled("a ")}">`,
  };

  test.for(Object.entries(pages))("%s", ([, html]) => {
    for (const selector of [undefined, "zz b b", `b${".a".repeat(58)}`]) {
      // On a busy machine more time passes than is spent.
      const before = process.threadCpuUsage();
      startOn(html, PAGE, selector, RUN);
      shows(html, "Place order");
      scriptsOf(html, PAGE);
      const { user, system } = process.threadCpuUsage(before);
      expect((user + system) / 1_000, selector).toBeLessThan(500);
    }
  });
});

test.for([
  ["<h1>Place  order</h1>", true],
  ["<h1>Place\n order</h1>", true],
  ["<h1>Place&#32;order</h1>", true],
  ["<h1>Place <!-- --><b>order</b></h1>", true],
  ['<script>{"text":"Place order"}</script>', true],
  ["<h1>Placed order</h1>", false],
  ["", false],
] as const)("%j shows the text: %s", ([html, isShown]) => {
  expect(shows(html, " Place order ")).toBe(isShown);
});

test("scripts and what they speak of", () => {
  const html = '<script src="/a.js"></script><script src="https://cdn.example/b.js"></script><script>1</script>';
  expect(scriptsOf(html, PAGE)).toEqual(["https://shop.example/a.js", "https://cdn.example/b.js"]);
  expect(asksItself('fetch(base + "/api/auth_check/" + token)')).toBe(true);
  expect(asksItself("preauth_checks()")).toBe(false);
});

test.for([
  [null, true],
  ["", true],
  ["public", true],
  ["max-age=60", true],
  ["public, max-age=0, s-maxage=60", true],
  ["no-cache, s-maxage=60", true],
  ["must-revalidate", true],
  ["no-store", false],
  ["private, max-age=600", false],
  ["Private", false],
  ["no-cache", false],
  ["max-age=0, must-revalidate", false],
  ["public, max-age=0", false],
  ["s-maxage=0", false],
] as const)("a shared cache may keep an answer with Cache-Control: %s: %s", ([line, may]) => {
  expect(mayBeShared(new Headers(line === null ? {} : { "Cache-Control": line }))).toBe(may);
});

test.for([
  [null, false],
  ["", false],
  ["no-referrer", true],
  ["same-origin", true],
  ["strict-origin-when-cross-origin", true],
  ["unsafe-url", false],
  ["no-referrer-when-downgrade", false],
  ["unsafe-url, no-referrer", true],
  ["no-referrer, unsafe-url", false],
  ["no-referrer, something-new", true],
] as const)("the address is kept by Referrer-Policy: %s: %s", ([line, keeps]) => {
  expect(keepsAddress(new Headers(line === null ? {} : { "Referrer-Policy": line }))).toBe(keeps);
});

test("what a walk costs at most stays within the shop's 60 requests", () => {
  for (const arrive of [1, 2, 3])
    for (const start of [0, 1, 2])
      for (const back of [1, 2, 3]) {
        const spent = arrive + start + back + start + back;
        const extras = affordableExtras(60 - spent, { arrive, start, back });
        const needed = 5 * (arrive + start + back) + 5 * (start + back) + 1 + 4 * arrive;
        expect(extras).toBeGreaterThanOrEqual(0);
        if (extras > 0) expect(spent + needed + extras * back).toBeLessThanOrEqual(60);
      }
  expect(affordableExtras(54, { arrive: 1, start: 0, back: 2 })).toBeGreaterThanOrEqual(8);
});

test.for([
  [0, 3],
  [700, 3],
  [1_400, 6],
  [9_000, 10],
] as const)("after an answer of %i ms a yes lives for %i seconds", ([slowestMs, seconds]) => {
  expect(briefSeconds(slowestMs)).toBe(seconds);
});
