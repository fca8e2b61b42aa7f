import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { configurationProblems } from "#lib/eid/read-providers.ts";
import { composeEnvironment } from "#scripts/environment.mjs";

const data = mkdtempSync(join(tmpdir(), "ageway-environment-"));
afterAll(() => rmSync(data, { recursive: true, force: true }));

const problemsOf = (given: Record<string, string>) =>
  configurationProblems({
    ...composeEnvironment(given, { port: 3000, data }),
    DATABASE_URL: "postgres://ageway@localhost/demo",
  });

test("a demo needs no settings, and stays on this machine whatever they say", () => {
  expect(problemsOf({})).toEqual([]);
  expect(problemsOf({ AGEWAY_DEMO: "1", BASE_URL: "http://localhost:8080", HOST: "0.0.0.0" })).toEqual([]);
  expect(composeEnvironment({ HOST: "0.0.0.0" }, { port: 3000, data })).toMatchObject({
    HOST: "127.0.0.1",
    BASE_URL: "http://localhost:3000",
  });
});

test.for(["https://age.example", "http://192.0.2.1", "no address"])("a demo at %s is refused", (BASE_URL) => {
  expect(problemsOf({ AGEWAY_DEMO: "1", BASE_URL })).toContainEqual(expect.stringMatching(/BASE_URL/));
});
