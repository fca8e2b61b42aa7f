import { expect, test } from "vitest";
import { generate } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";

test("refused calls count for the address they come from, whatever their headers say of it", async () => {
  const shop = await newOrganization({ callsPerMinute: 30 });
  const refused = async (address: string, headers: Record<string, string>) =>
    (await generate("b", { ...shop, domain: "https://stranger.example/", address, headers })).status;
  // The first call tells the process which limit the key has.
  expect(await refused("127.0.0.2", {})).toBe(403);
  const statuses = await Promise.all(
    Array.from({ length: 100 }, (_, n) => {
      const named = `203.0.113.${n}`;
      return refused("127.0.0.2", { "X-Forwarded-For": named, Forwarded: `for=${named}`, "X-Real-IP": named });
    }),
  );
  expect(statuses).toContain(429);
  expect(statuses.filter((status) => status === 403).length).toBeGreaterThanOrEqual(25);
  // Who names the stranger's address is not taken for him.
  const others = Array.from({ length: 20 }, () => refused("127.0.0.3", { "X-Forwarded-For": "127.0.0.2" }));
  expect(new Set(await Promise.all(others))).toEqual(new Set([403]));
  expect((await generate("b", { ...shop, address: "127.0.0.3" })).status).toBe(200);
});
