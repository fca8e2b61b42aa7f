import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { changeKeySettings } from "#lib/keys/key-settings.ts";
import { pauseKey } from "#lib/keys/plugin-key.ts";
import { database } from "#lib/runtime/database.ts";
import { generate, NAVIGATION } from "#tests/support/gateway.ts";
import { backendOf } from "#tests/support/key.ts";
import { memberOf } from "#tests/support/member.ts";
import { newOrganization } from "#tests/support/organization.ts";

const OPERATOR = { kind: "operator" } as const;

type Shop = Awaited<ReturnType<typeof newOrganization>>;
type BrakedShop = Shop & { headers: Record<string, string> };

/** `headers`: what its backend sends. */
async function brakedShop(acceptedPerHour: number): Promise<BrakedShop> {
  const shop = await newOrganization();
  expect(await changeKeySettings(OPERATOR, shop.key, { acceptedPerHour })).toMatchObject({ ok: true, changed: true });
  return { ...shop, headers: await backendOf(shop.key) };
}

/** So many calls at once; answers how many were accepted, and why the others were not. */
async function calls(shop: Shop, times: number, provider: "s" | "b" = "b") {
  const answers = await Promise.all(Array.from({ length: times }, () => generate(provider, shop)));
  const reasons = new Set(answers.flatMap(({ headers }) => headers.get("ageway-reason") ?? []));
  return { accepted: answers.filter(({ status }) => status === 200).length, reasons: [...reasons] };
}

async function mailTo(email: string): Promise<{ subject: string }[]> {
  return database().execute<{ subject: string }>(sql`SELECT subject FROM mail_outbox WHERE recipient = ${email}`);
}

test.for(["b", "s"] as const)(
  "of 300 calls of %s at once with the secret a brake of 25 accepts 25, and pauses the key",
  async (provider) => {
    const shop = await brakedShop(25);
    expect(await calls(shop, 300, provider)).toEqual({ accepted: 25, reasons: ["plugin_key_paused"] });
    expect(await shop.started()).toBe(25);
    const [row] = await database().execute<{ paused: boolean }>(
      sql`SELECT paused_at IS NOT NULL AS paused FROM plugin_key WHERE key = ${shop.key}`,
    );
    expect(row?.paused).toBe(true);
  },
);

test.for([
  ["no secret", () => ({})],
  ["the shop's own page as their origin", ({ host }: Shop) => ({ Origin: `https://${host}` })],
  ["a secret that nobody made", () => ({ Authorization: `Bearer sk_live_${"0".repeat(32)}` })],
] as const)("calls of a stranger with %s pause nothing, and use up nothing of the brake", async ([, headersOf]) => {
  const shop = await brakedShop(3);
  expect(await calls({ ...shop, headers: headersOf(shop) } as Shop, 40)).toEqual({ accepted: 40, reasons: [] });
  expect(await calls(shop, 3)).toEqual({ accepted: 3, reasons: [] });
  const { headers: _, ...visitor } = shop;
  expect(await calls(visitor, 1)).toEqual({ accepted: 1, reasons: [] });
  expect(await calls(shop, 1)).toEqual({ accepted: 0, reasons: ["plugin_key_paused"] });
});

test("as many as the brake allows pause nothing", async () => {
  const shop = await brakedShop(25);
  expect(await calls(shop, 25)).toEqual({ accepted: 25, reasons: [] });
  expect((await generate("b", { ...shop, domain: "https://stranger.example/" })).headers.get("ageway-reason")).toBe(
    "domain_not_verified",
  );
});

test("a visitor whom the brake stops goes home, as with a key that is paused already", async () => {
  const shop = await brakedShop(1);
  await calls(shop, 1);
  const { status, headers } = await generate("b", { ...shop, headers: { ...shop.headers, ...NAVIGATION } });
  expect([status, headers.get("location"), headers.get("ageway-reason")]).toEqual([
    303,
    shop.domain,
    "plugin_key_paused",
  ]);
});

test("everybody who may let the key go on gets one mail, and nobody else does", async () => {
  const shop = await brakedShop(1);
  const roles = ["owner", "admin", "developer", "billing", "viewer"] as const;
  const members = await Promise.all(roles.map((role) => memberOf(shop.id, role)));
  await calls(shop, 10);
  await calls(shop, 10);
  const mails = await Promise.all(members.map(({ email }) => mailTo(email)));
  expect(mails.map((mail) => mail.length)).toEqual([1, 1, 1, 0, 0]);
  expect(mails[0]?.[0]?.subject).toMatch(/^Test shop: the key “.*” is paused$/);
  const traces = await database().execute<{ actor: string; after: unknown }>(
    sql`SELECT actor, after FROM audit_event WHERE organization_id = ${shop.id} AND action = 'key.braked'`,
  );
  expect(traces.map(({ actor, after }) => ({ actor, after }))).toEqual([
    { actor: "system", after: { acceptedPerHour: 1 } },
  ]);
});

test("whoever lets the key go on has the whole brake again, and a second mail when it is passed again", async () => {
  const shop = await brakedShop(3);
  const { email } = await memberOf(shop.id, "owner");
  await calls(shop, 5);
  await pauseKey(OPERATOR, shop.key, false);
  expect(await calls(shop, 5)).toEqual({ accepted: 3, reasons: ["plugin_key_paused"] });
  expect(await mailTo(email)).toHaveLength(2);
});

test("refused calls and repeated ones do not count", async () => {
  const shop = await brakedShop(2);
  for (let n = 0; n < 5; n += 1) await generate("b", { ...shop, domain: "https://stranger.example/" });
  const repeated = { ...shop, device: "device-of-the-brake", headers: { ...shop.headers, "Idempotency-Key": shop.id } };
  for (let n = 0; n < 5; n += 1) expect((await generate("b", repeated)).status).toBe(200);
  expect(await calls(shop, 3)).toEqual({ accepted: 1, reasons: ["plugin_key_paused"] });
});

test("another hour counts anew, and a key without a brake counts nothing", async () => {
  const shop = await brakedShop(2);
  expect((await calls(shop, 2)).accepted).toBe(2);
  const hour = sql`plugin_key_id = (SELECT id FROM plugin_key WHERE key = ${shop.key})`;
  await database().execute(sql`UPDATE key_hour SET hour = hour - interval '1 hour' WHERE ${hour}`);
  expect((await calls(shop, 2)).accepted).toBe(2);
  const [row] = await database().execute<{ accepted: number }>(sql`SELECT accepted FROM key_hour WHERE ${hour}`);
  expect(row?.accepted).toBe(2);
  const free = await newOrganization();
  expect((await calls(free, 40)).accepted).toBe(40);
  const rows = await database().execute(sql`
    SELECT 1 FROM key_hour JOIN plugin_key k ON k.id = plugin_key_id WHERE k.key = ${free.key}`);
  expect(rows).toHaveLength(0);
});
