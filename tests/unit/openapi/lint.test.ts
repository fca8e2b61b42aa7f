import { createConfig, lint } from "@redocly/openapi-core";
import { expect, test } from "vitest";

/** A browser’s question is never refused, and the way back from the eID only redirects. */
const EXCEPTIONS = [
  ["operation-4xx-response", "/paths/~1api~1url_generator_s~1{pluginKey}~1{device_id}~1{age}/options/responses"],
  ["operation-4xx-response", "/paths/~1api~1url_generator_b~1{pluginKey}~1{device_id}~1{age}/options/responses"],
  ["operation-4xx-response", "/paths/~1openapi.json/options/responses"],
  ["operation-2xx-response", "/paths/~1verify~1{provider}~1callback/get/responses"],
];

test("redocly finds nothing in the OpenAPI document, neither an error nor a warning, beside four that hold for no call", async () => {
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lint({ ref: "docs/openapi.json", config });
  const found = problems.map(({ ruleId, location }) => [ruleId, location[0]?.pointer?.replace("#", "")]);
  expect(found.toSorted()).toEqual(EXCEPTIONS.toSorted());
});

test("redocly would find one", async () => {
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lint({ ref: "package.json", config }).catch(() => [{ severity: "error" }]);
  expect(problems.some(({ severity }) => severity === "error")).toBe(true);
});
