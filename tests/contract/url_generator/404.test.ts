import { expect, test } from "vitest";
import { generate, NAVIGATION, newDevice, send } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";

test.for(["s", "b"] as const)("%s without a return URL, or with an empty one", async (provider) => {
  const shop = await newOrganization();
  for (const domain of [null, "", ["", ""]]) {
    const { status, text, headers } = await generate(provider, { ...shop, domain });
    expect([status, text, headers.get("ageway-reason")]).toEqual([404, '{"url":null}', "domain_missing"]);
  }
});

test("a person gets the page with the same status", async () => {
  const { status, text } = await generate("b", { ...(await newOrganization()), domain: null, headers: NAVIGATION });
  expect([status, text.includes("The link from the shop is not complete")]).toEqual([404, true]);
});

test("a path with too few or too many parts is not an endpoint", async () => {
  const { key } = await newOrganization();
  for (const path of [
    `/api/url_generator_b/${key}/${newDevice()}`,
    `/api/url_generator_b/${key}/${newDevice()}/18/x`,
    `/api/url_generator_x/${key}/${newDevice()}/18`,
  ]) {
    const { status, headers } = await send(`${path}?domain=https%3A%2F%2Fshop.example`);
    expect([status, headers.get("ageway-reason")]).toEqual([404, "not_found"]);
    // A script of the shop's page can read what is wrong.
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("access-control-expose-headers")).toContain("Ageway-Reason");
  }
  const { headers } = await send(`/api/auth_check/x/${newDevice()}/x`);
  expect(headers.get("access-control-allow-origin")).toBeNull();
});
