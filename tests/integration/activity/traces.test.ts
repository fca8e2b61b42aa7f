import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { flushActivity } from "#lib/activity/flush.ts";
import { database } from "#lib/runtime/database.ts";
import { check, generate, NAVIGATION, newDevice } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { browser, completeFlow, started, tokenIn } from "#tests/support/visitor.ts";

test("no event holds a device, a session, a token, a path, a query, a key to the verification, or who the visitor is", async () => {
  const shop = await newOrganization();
  const secrets: string[] = ["marked-path", "marked-query", "marked-fragment", "marked-agent", "marked-origin"];
  const domain = `https://${shop.host}/marked-path?marked-query=1#marked-fragment`;
  const marked = { ...NAVIGATION, "User-Agent": "marked-agent", "X-Forwarded-For": "203.0.113.77" };
  for (const persona of ["adult", "seventeen", "cancel", "timeout"]) {
    const [visitor, device] = [browser(), newDevice()];
    const { url, id } = await started("s", { ...shop, domain }, { device });
    await visitor.go(url, "GET", marked);
    await completeFlow(visitor, url, persona);
    const token = tokenIn((await visitor.go(`${url}&do=leave`, "POST", marked)).headers.get("location")) ?? "";
    await check(token, device, shop.key);
    await check(token, "marked-device", shop.key);
    await check("marked-token", device, shop.key);
    await browser().go(url, "GET", marked);
    secrets.push(device, token, id, id.replaceAll("-", ""), new URL(url).searchParams.get("session") ?? "");
  }
  secrets.push("marked-device", "marked-token", "203.0.113.77");
  await generate("b", { ...shop, domain: `${domain}\\` });
  await generate("b", { ...shop, domain, headers: { Origin: "https://marked-origin.example" } });
  await flushActivity();
  const rows = await database().execute<{ row: string }>(sql`
    SELECT e::text AS row FROM activity_event e WHERE organization_id = ${shop.id}
    UNION ALL SELECT c::text FROM activity_check c WHERE organization_id = ${shop.id}
    UNION ALL SELECT d::text FROM activity_day d WHERE organization_id = ${shop.id}`);
  const dump = rows.map(({ row }) => row).join("\n");
  expect(rows.length).toBeGreaterThan(25);
  expect(dump).toContain(shop.host);
  expect(secrets.every((secret) => secret.length > 7)).toBe(true);
  expect(secrets.filter((secret) => dump.includes(secret))).toEqual([]);
});
