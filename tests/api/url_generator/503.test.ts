import { beforeAll, expect, test } from "vitest";
import { check, generate, NAVIGATION } from "#tests/support/gateway.ts";

// Nobody listens there. This file runs in a process of its own, so nobody else loses the database.
beforeAll(() => {
  process.env.DATABASE_URL = "postgres://nobody:nothing@127.0.0.1:1/nowhere";
});

test.for(["s", "b"] as const)("without a database %s starts nothing and says when to try again", async (provider) => {
  const { status, text, headers } = await generate(provider, { key: "pk_live_any" });
  expect([status, text]).toEqual([503, '{"url":null}']);
  expect([headers.get("ageway-reason"), headers.get("retry-after")]).toEqual(["service_unavailable", "5"]);
});

test("a person gets a page", async () => {
  const { status, text } = await generate("b", { key: "pk_live_any", headers: NAVIGATION });
  expect([status, text.includes("Sorry, there is a problem with the service")]).toEqual([503, true]);
});

test("a token check says so too, and never that it was no", async () => {
  const { status, text, headers } = await check("A".repeat(43), "device-without-database");
  expect([status, text, headers.get("retry-after")]).toEqual([503, '{"age":null,"verified":false}', "5"]);
});
