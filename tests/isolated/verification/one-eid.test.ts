import { expect, test } from "vitest";
import { noTestCheckReason } from "#app/(dashboard)/dashboard/connect/_lib/no-test-check.ts";
import { loadConfiguration } from "#lib/eid/read-providers.ts";
import { generate } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";

// This instance has one eID: behind s, for live keys.
for (const name of Object.keys(process.env)) if (/^EID_(B|TEST_[SB])_/.test(name)) delete process.env[name];
loadConfiguration();

test("with one eID, calls to it are accepted", async () => {
  expect((await generate("s", await newOrganization())).status).toBe(200);
});

test.for([
  ["a live key at the other provider", "live", "b"],
  ["a test key where there is no eID for tests", "test", "s"],
] as const)("%s is refused with a reason, and nothing is started or billed", async ([, mode, provider]) => {
  const shop = await newOrganization({ mode });
  const answer = await generate(provider, shop);
  expect([answer.status, answer.body, answer.headers.get("ageway-reason")]).toEqual([
    403,
    { url: shop.domain },
    "eid_not_configured",
  ]);
  expect([await shop.started(), await shop.billed()]).toEqual([0, 0]);
});

test("the dashboard says why it can start no test check", () => {
  expect(noTestCheckReason("owner")).toBe("This service has no eID for tests. Ask its operator.");
});
