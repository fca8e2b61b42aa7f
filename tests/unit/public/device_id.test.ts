import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createContext, runInContext } from "node:vm";
import { expect, test } from "vitest";

const SCRIPT = readFileSync(join(import.meta.dirname, "../../../public/device_id.js"), "utf8");
const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

type Page = { service_device_id?: string };

/** Runs the script as a page would. `stored`: what localStorage holds; `null`: it is blocked. */
function openPage(stored: Map<string, string> | null, { crypto = globalThis.crypto, page = {} as Page } = {}): Page {
  const storage = {
    getItem: (name: string) => stored?.get(name) ?? null,
    setItem: (name: string, value: string) => void stored?.set(name, value),
  };
  const context: Record<string, unknown> = Object.assign(page, { crypto, Uint8Array, Array });
  Object.defineProperty(context, "localStorage", {
    configurable: true,
    get: () => {
      if (stored === null) throw new DOMException("denied", "SecurityError");
      return storage;
    },
  });
  context.window = context;
  runInContext(SCRIPT, createContext(context));
  return page;
}

test("is under 1 KB", () => expect(Buffer.byteLength(SCRIPT)).toBeLessThan(1024));

test("is written in ES2017: no optional catch, chaining, spread of objects or newer syntax", () => {
  expect(SCRIPT).not.toMatch(/catch\s*\{|\?\.|\?\?|\{\s*\.\.\.|\*\*=|#\w+\s*[=(]|\bimport\b|\bexport\b/);
});

test("gives a browser a UUID v4 and stores it", () => {
  const stored = new Map<string, string>();
  const { service_device_id: id } = openPage(stored);
  expect(id).toMatch(UUID_V4);
  expect(stored.get("service_device_id")).toBe(id);
});

test("never changes an id that is there, whatever it looks like", () => {
  const stored = new Map([["service_device_id", "older-than-us"]]);
  expect(openPage(stored).service_device_id).toBe("older-than-us");
  expect(stored.get("service_device_id")).toBe("older-than-us");
});

test("where storage is blocked, keeps one id as long as the page lives", () => {
  const page = openPage(null);
  const first = page.service_device_id;
  expect(first).toMatch(UUID_V4);
  expect(openPage(null, { page }).service_device_id).toBe(first);
});

test("where crypto.randomUUID is missing, makes a UUID v4 all the same", () => {
  const crypto = { getRandomValues: globalThis.crypto.getRandomValues.bind(globalThis.crypto) } as Crypto;
  const ids = Array.from({ length: 200 }, () => openPage(new Map(), { crypto }).service_device_id);
  for (const id of ids) expect(id).toMatch(UUID_V4);
  expect(new Set(ids).size).toBe(200);
});

test("an element of that name on the page is not taken for an id", () => {
  const stored = new Map<string, string>();
  openPage(stored, { page: { service_device_id: { tagName: "INPUT" } } as unknown as Page });
  expect(stored.get("service_device_id")).toMatch(UUID_V4);
});

test("the integrity hash in the documents is this file's", () => {
  const digest = createHash("sha384").update(readFileSync("public/device_id.js")).digest("base64");
  expect(readFileSync("docs/integrate/csp.md", "utf8")).toContain(`integrity="sha384-${digest}"`);
});
