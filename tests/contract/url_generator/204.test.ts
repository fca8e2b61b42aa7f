import { expect, test } from "vitest";
import { generate } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";

test.for(["s", "b"] as const)("%s tells a preflight what a page may send, and starts nothing", async (provider) => {
  const shop = await newOrganization();
  const { status, headers, text } = await generate(provider, {
    ...shop,
    method: "OPTIONS",
    headers: { Origin: "https://any.example", "Access-Control-Request-Method": "GET" },
  });
  expect([status, text]).toEqual([204, ""]);
  expect(headers.get("access-control-allow-origin")).toBe("*");
  expect(headers.get("access-control-allow-methods")).toBe("GET");
  expect(headers.get("access-control-allow-headers")).toBe("*, Authorization");
  expect(headers.get("allow")).toBe("GET, OPTIONS");
  expect([await shop.started(), await shop.billed()]).toEqual([0, 0]);
});
