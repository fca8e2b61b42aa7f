import { expect, test } from "vitest";
import { flawOfLoad, isNavigation } from "#lib/verification/fetch-metadata.rules.ts";

const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

test.for<[string, Record<string, string>, boolean]>([
  ["a browser that says so", { "Sec-Fetch-Mode": "navigate" }, true],
  ["a browser that says so and takes anything", { "Sec-Fetch-Mode": "navigate", Accept: "*/*" }, true],
  ["a page's script", { "Sec-Fetch-Mode": "cors", Accept: BROWSER }, false],
  ["a script of our own origin", { "Sec-Fetch-Mode": "same-origin", Accept: BROWSER }, false],
  ["an old browser", { Accept: BROWSER }, true],
  ["an old browser that shouts", { Accept: "TEXT/HTML , Application/XHTML+XML" }, true],
  ["one that ranks them", { Accept: "application/xhtml+xml;q=0.1, text/html;level=1;q=0.5" }, true],
  ["one that asks for HTML alone", { Accept: "text/html" }, false],
  ["one that asks for XHTML alone", { Accept: "application/xhtml+xml" }, false],
  ["HttpURLConnection", { Accept: "text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2" }, false],
  ["one that will not take HTML", { Accept: "text/html;q=0, application/xhtml+xml" }, false],
  ["one that will not take XHTML", { Accept: "text/html, application/xhtml+xml; q=0.000" }, false],
  ["one that takes little of XHTML", { Accept: "text/html, application/xhtml+xml;q=0.001" }, true],
  ["one with a parameter of another name", { Accept: "text/html;xq=0, application/xhtml+xml" }, true],
  ["types that only contain theirs", { Accept: "x-text/html, application/xhtml+xmls" }, false],
  ["one that says nothing at all", {}, false],
  ["an empty Accept", { Accept: "" }, false],
  ["a fetch that names its destination", { "Sec-Fetch-Dest": "empty", Accept: BROWSER }, false],
  ["a fetch that names its site", { "Sec-Fetch-Site": "cross-site", Accept: BROWSER }, false],
  ["a fetch that names its user", { "Sec-Fetch-User": "?1", Accept: BROWSER }, false],
])("%s: a navigation, or not", ([, headers, isOne]) => {
  expect(isNavigation(new Headers(headers))).toBe(isOne);
});

test.for<[string, Record<string, string>, string | null]>([
  ["nothing said", {}, null],
  ["a navigation", { "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document" }, null],
  ["a page's fetch", { "Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "empty" }, null],
  ["a fetch of our own origin", { "Sec-Fetch-Mode": "same-origin", "Sec-Fetch-Dest": "empty" }, null],
  ["a fetch without CORS", { "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "empty" }, "no_cors"],
  ["a fetch without CORS that names nothing else", { "Sec-Fetch-Mode": "no-cors" }, "no_cors"],
  ["a socket", { "Sec-Fetch-Mode": "websocket", "Sec-Fetch-Dest": "empty" }, "no_cors"],
  ["an empty mode", { "Sec-Fetch-Mode": "" }, "no_cors"],
  ["an image", { "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image" }, "embedded"],
  ["a frame", { "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe" }, "embedded"],
  ["an empty destination", { "Sec-Fetch-Dest": "" }, "embedded"],
  ["a prefetch", { "Sec-Purpose": "prefetch", "Sec-Fetch-Dest": "image" }, "prefetch"],
  ["a prerender", { "Sec-Purpose": "prefetch;prerender" }, "prefetch"],
  ["a prerender by name", { "Sec-Purpose": "Prerender" }, "prefetch"],
  ["an old prefetch", { Purpose: "prefetch" }, "prefetch"],
  ["another purpose", { "Sec-Purpose": "prefetching", Purpose: "unprerendered" }, null],
])("%s: meant, or not", ([, headers, flaw]) => {
  expect(flawOfLoad(new Headers(headers))).toBe(flaw);
});
