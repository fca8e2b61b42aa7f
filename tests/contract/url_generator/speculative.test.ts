import { expect, test } from "vitest";
import { generate, NAVIGATION } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";

test.for([
  ["a prefetch", { "Sec-Purpose": "prefetch" }],
  ["a prerender", { "Sec-Purpose": "prefetch;prerender", ...NAVIGATION }],
  ["an old prefetch", { Purpose: "prefetch" }],
  ["an image", { "Sec-Fetch-Dest": "image", "Sec-Fetch-Mode": "no-cors" }],
  ["a frame", { "Sec-Fetch-Dest": "iframe", "Sec-Fetch-Mode": "navigate" }],
  ["a script", { "Sec-Fetch-Dest": "script", "Sec-Fetch-Mode": "no-cors" }],
  ["a fetch that nobody can read the answer of", { "Sec-Fetch-Dest": "empty", "Sec-Fetch-Mode": "no-cors" }],
  ["an object", { "Sec-Fetch-Dest": "object", "Sec-Fetch-Mode": "navigate" }],
] as const)("%s starts nothing", async ([, headers]) => {
  for (const provider of ["s", "b"] as const) {
    const shop = await newOrganization();
    const answer = await generate(provider, { ...shop, headers });
    expect([answer.status, answer.headers.get("ageway-reason")]).toEqual([503, "speculative_load"]);
    expect([await shop.started(), await shop.billed()]).toEqual([0, 0]);
  }
});
