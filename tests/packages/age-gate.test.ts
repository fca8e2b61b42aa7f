import { gzipSync } from "node:zlib";
import { buildSync } from "esbuild";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { AgeGate } from "#packages/age-gate/src/react.tsx";

test("the element is at most 2 KB, asks nobody, and has nothing that a strict policy forbids", () => {
  const { outputFiles: [file] = [] } = buildSync({
    entryPoints: ["packages/age-gate/src/age-gate.ts"],
    bundle: true,
    format: "esm",
    minify: true,
    write: false,
  });
  const text = file?.text ?? "";
  expect(text).toContain("age-gate:change");
  expect(gzipSync(text).byteLength).toBeLessThanOrEqual(2 * 1024);
  expect(text).not.toMatch(/\beval\b|new Function|fetch\(|XMLHttpRequest|innerHTML|\.style\b|import\(/);
});

test("a server renders a link that works by itself, and an element that is done", () => {
  expect(renderToString(createElement(AgeGate, { href: "/start", className: "button" }, "Confirm your age"))).toBe(
    '<age-gate><a rel="nofollow" href="/start" class="button">Confirm your age</a></age-gate>',
  );
  expect(renderToString(createElement(AgeGate, { href: "/checkout", done: true }, "Go on"))).toBe(
    '<age-gate done=""><a href="/checkout">Go on</a></age-gate>',
  );
});
