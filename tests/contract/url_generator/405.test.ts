import { expect, test } from "vitest";
import { generate } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";

test.for(["HEAD", "POST", "PUT", "PATCH", "DELETE"])("%s starts nothing and says what does", async (method) => {
  for (const provider of ["s", "b"] as const) {
    const shop = await newOrganization();
    const { status, headers, text } = await generate(provider, { ...shop, method });
    expect([status, headers.get("allow"), headers.get("ageway-reason")]).toEqual([
      405,
      "GET, OPTIONS",
      "method_not_allowed",
    ]);
    expect(text).toBe(method === "HEAD" ? "" : '{"url":null}');
    expect([await shop.started(), await shop.billed()]).toEqual([0, 0]);
  }
});
