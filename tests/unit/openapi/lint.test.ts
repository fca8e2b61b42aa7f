import { createConfig, lint } from "@redocly/openapi-core";
import { expect, test } from "vitest";

test("redocly finds no error in the OpenAPI document", async () => {
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lint({ ref: "docs/openapi.json", config });
  const errors = problems.filter(({ severity }) => severity === "error");
  expect(errors.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
});

test("redocly would find one", async () => {
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lint({ ref: "package.json", config }).catch(() => [{ severity: "error" }]);
  expect(problems.some(({ severity }) => severity === "error")).toBe(true);
});
