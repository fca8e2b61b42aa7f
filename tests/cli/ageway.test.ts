import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { database } from "#lib/runtime/database.ts";
import { ageway, agewayJson as json, spawnAgeway } from "#tests/support/command.ts";
import { generate } from "#tests/support/gateway.ts";
import { IMAGES } from "#tests/support/images.ts";

const reasonOf = async (key: string, domain = "https://cli.shop.example/") =>
  (await generate("b", { key, domain })).headers.get("ageway-reason");

test("from nothing to an accepted call, and every change counts on the very next one", async () => {
  const { id } = await json<{ id: string }>("organization", "create", "Shop of the command line");
  const { key } = await json<{ key: string }>("key", "create", id, "--label", "web");
  expect(await reasonOf(key)).toBe("subscription_inactive");
  await json(
    "subscription",
    "set",
    id,
    "--status",
    "active",
    "--currency",
    "EUR",
    "--price-s",
    "10",
    "--price-b",
    "12",
    "--at-cap",
    "stop",
    "--cap",
    "24",
  );
  expect(await reasonOf(key)).toBe("domain_not_verified");
  await json("domain", "add", id, "shop.example", "--include-subdomains");
  expect([await reasonOf(key), await reasonOf(key)]).toEqual([null, null]);
  expect(await reasonOf(key)).toBe("spend_cap_reached");
  await json("subscription", "set", id, "--cap", "none");
  expect(await reasonOf(key)).toBeNull();
  await json("organization", "suspend", id);
  expect(await reasonOf(key)).toBe("organization_suspended");
  await json("organization", "resume", id);
  expect(await reasonOf(key)).toBeNull();
  await json("domain", "remove", id, "shop.example");
  expect(await reasonOf(key)).toBe("domain_not_verified");
  await json("key", "revoke", key);
  expect(await reasonOf(key)).toBe("plugin_key_revoked");
  const trail = await database().execute(
    sql`SELECT action, actor FROM audit_event WHERE organization_id = ${id} ORDER BY id`,
  );
  expect(trail.map(({ action }) => action)).toEqual([
    "organization.created",
    "key.created",
    "subscription.set",
    "domain.verified_manually",
    "subscription.set",
    "organization.suspended",
    "organization.resumed",
    "domain.removed",
    "key.revoked",
  ]);
  expect(new Set(trail.map(({ actor }) => actor))).toEqual(new Set(["operator"]));
});

test("a key is rotated and kept by command, and the list says when it ends", async () => {
  const { id } = await json<{ id: string }>("organization", "create", "Shop that rotates");
  const { key } = await json<{ key: string }>("key", "create", id);
  const { key: fresh, oldEndsAt } = await json<{ key: string; oldEndsAt: string }>("key", "rotate", key);
  expect(Date.parse(oldEndsAt) - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
  const again = await ageway(["key", "rotate", key]);
  expect([again.status, again.err]).toEqual([1, expect.stringContaining("is already being replaced")]);
  expect((await ageway(["key", "rotate", fresh, "--grace", "9d"])).status).toBe(2);
  const rotated = await ageway(["key", "rotate", fresh, "--grace", "1h"]);
  expect(rotated.out).toMatch(/^Old ends {2}\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/m);
  await json("key", "keep", fresh);
  expect(await json("key", "keep", key)).toEqual({ changed: true });
  expect(await json("key", "list", id)).toMatchObject([
    { key, endsAt: null },
    { key: fresh, endsAt: null },
    { mode: "live", endsAt: null },
  ]);
});

test("a key is locked, its secrets changed over and unlocked by command", async () => {
  const { id } = await json<{ id: string }>("organization", "create", "Shop that locks");
  const { key } = await json<{ key: string }>("key", "create", id);
  const first = await json<{ id: string; secret: string }>("key", "secret", key);
  expect(first.secret).toMatch(/^sk_live_[A-Za-z0-9]{32}$/);
  expect(await reasonOf(key)).toBe("subscription_inactive");
  expect(await json("key", "lock", key)).toEqual({ changed: true });
  expect(await reasonOf(key)).toBe("secret_required");
  const another = await ageway(["key", "secret", key]);
  expect(another.out).toMatch(/^Secret {2}sk_live_[A-Za-z0-9]{32}$/m);
  const third = await ageway(["key", "secret", key]);
  expect([third.status, third.err]).toEqual([1, expect.stringContaining("already has two secrets")]);
  expect(await json("key", "secrets", key)).toMatchObject([{ id: first.id, hint: first.secret.slice(-4) }, {}]);
  expect(await json("key", "revoke-secret", key, first.id)).toEqual({ hint: first.secret.slice(-4) });
  const last = await json<{ id: string }[]>("key", "secrets", key);
  expect((await ageway(["key", "revoke-secret", key, last[0]?.id ?? ""])).err).toContain("last secret");
  expect(await json("key", "unlock", key)).toEqual({ changed: true });
  expect(await reasonOf(key)).toBe("subscription_inactive");
});

test("a key's limit and its brake are set and taken away by command, and are listed", async () => {
  const { id } = await json<{ id: string }>("organization", "create", "Limited shop");
  const { key } = await json<{ key: string }>("key", "create", id);
  expect(await json("key", "limit", key, "12000")).toMatchObject({ callsPerMinute: 12_000, changed: true });
  expect(await json("key", "brake", key, "500")).toMatchObject({ acceptedPerHour: 500, changed: true });
  expect(await json("key", "list", id)).toMatchObject([{ key, callsPerMinute: 12_000, acceptedPerHour: 500 }]);
  expect(await json("key", "limit", key, "none")).toMatchObject({ callsPerMinute: null, changed: true });
  expect(await json("key", "brake", key, "none")).toMatchObject({ acceptedPerHour: null, changed: true });
  const zero = await ageway(["key", "limit", key, "0"]);
  expect([zero.status, zero.err]).toEqual([1, expect.stringContaining("from 1 to 10,000,000")]);
  expect((await ageway(["key", "brake", key, "many"])).status).toBe(2);
});

test("what is done twice says that it changed nothing, and leaves one trace", async () => {
  const { id } = await json<{ id: string }>("organization", "create", "Twice");
  expect(await json("organization", "suspend", id)).toEqual({ changed: true });
  expect(await json("organization", "suspend", id)).toEqual({ changed: false });
  const [row] = await database().execute(
    sql`SELECT count(*)::int AS n FROM audit_event WHERE organization_id = ${id} AND action = 'organization.suspended'`,
  );
  expect(row).toEqual({ n: 1 });
});

test("the first terms must be whole: nothing is free by accident", async () => {
  const { id } = await json<{ id: string }>("organization", "create", "Terms");
  for (const args of [[], ["--cap", "100"], ["--status", "active", "--price-b", "12"]]) {
    const { status, out } = await ageway(["subscription", "set", id, ...args, "--json"]);
    expect([status, JSON.parse(out)]).toEqual([1, { error: "terms_incomplete" }]);
  }
  const whole = ["--status", "active", "--price-s", "10", "--price-b", "12", "--currency"];
  expect((await ageway(["subscription", "set", id, ...whole, "ZZZ"])).status).toBe(1);
  expect((await ageway(["subscription", "set", id, ...whole, "DKK"])).status).toBe(0);
});

test("a new owner is told once, by mail", async () => {
  const { id } = await json<{ id: string }>("organization", "create", "Mail <shop>");
  const add = () => json<{ email: string; changed: boolean }>("owner", "add", id, `Owner-${id}@Shop.example`);
  expect([(await add()).changed, (await add()).changed]).toEqual([true, false]);
  const waiting = sql`SELECT subject FROM mail_outbox WHERE recipient = ${`owner-${id}@shop.example`}`;
  expect([...(await database().execute(waiting))]).toEqual([{ subject: "Mail <shop>: you are now an owner" }]);
});

test("members are listed, moved between roles and removed by the id that the list shows; the last owner stays", async () => {
  const { id } = await json<{ id: string }>("organization", "create", "Members");
  for (const name of ["one", "two"]) await json("owner", "add", id, `${name}-${id}@shop.example`);
  const [one, two] = await json<{ userId: string; email: string; role: string }[]>("member", "list", id);
  expect([one?.email, two?.role]).toEqual([`one-${id}@shop.example`, "owner"]);
  const moved = await json("member", "role", id, two?.userId ?? "", "viewer");
  expect(moved).toEqual({ email: two?.email, role: "viewer", changed: true });
  const last = await ageway(["member", "remove", id, one?.userId ?? ""]);
  expect([last.status, last.err]).toEqual([1, "That is the last owner. Make somebody else an owner first.\n"]);
  expect(await json("member", "remove", id, two?.userId ?? "")).toEqual({ email: two?.email });
  expect(await json("member", "list", id)).toHaveLength(1);
  expect((await ageway(["member", "role", id, "nobody", "king"])).status).toBe(2);
});

test("lists are tables for people and JSON for machines, and say so when there is nothing", async () => {
  const { id } = await json<{ id: string }>("organization", "create", "Lists");
  expect((await ageway(["key", "list", id])).out).toBe("(none)\n");
  expect(await json("key", "list", id)).toEqual([]);
  const { key } = await json<{ key: string }>("key", "create", id, "--test");
  expect((await ageway(["key", "list", id])).out).toMatch(new RegExp(`^Key .*\n${key}  test`));
  expect(await json("key", "list", id)).toMatchObject([{ key, mode: "test", revokedAt: null }]);
  expect((await ageway(["organization", "list"])).out).toContain(id);
});

test("a shop gets its look: a name, a colour, a logo from a file, and a language", async () => {
  const { id } = await json<{ id: string }>("organization", "create", "Plain");
  const { key } = await json<{ key: string }>("key", "create", id);
  expect(await json("organization", "rename", id, "Vin & Vin")).toEqual({ name: "Vin & Vin", changed: true });
  expect(await json("organization", "accent", id, "#7A1F2B")).toEqual({ accent: "#7a1f2b", changed: true });
  expect(await json("key", "language", key, "da")).toEqual({ language: "da", changed: true });
  expect(await json("key", "list", id)).toMatchObject([{ key, language: "da" }]);
  const directory = mkdtempSync(join(tmpdir(), "ageway-logo-"));
  writeFileSync(join(directory, "logo.txt"), IMAGES.png);
  const set = await ageway(["organization", "logo", id, "logo.txt", "--json"], {}, directory);
  rmSync(directory, { recursive: true });
  expect([set.status, JSON.parse(set.out)]).toEqual([
    0,
    { logo: expect.stringMatching(/^[0-9a-f]{64}$/), changed: true },
  ]);
  expect(await json("organization", "accent", id, "none")).toEqual({ accent: null, changed: true });
  expect(await json("organization", "logo", id, "none")).toEqual({ logo: null, changed: true });
  expect(await json("key", "language", key, "none")).toEqual({ language: null, changed: true });
});

test("a colour that white text cannot be read on is refused with one that would do", async () => {
  const { id } = await json<{ id: string }>("organization", "create", "Yellow");
  const { status, out, err } = await ageway(["organization", "accent", id, "#ffd400", "--json"]);
  const facts = { accent: "#ffd400", contrast: 1.4, nearest: "#8c7500" };
  expect([status, JSON.parse(out)]).toEqual([1, { error: "accent_too_light", ...facts }]);
  expect(err).toBe("White text cannot be read on #ffd400 (1.4 : 1). The nearest colour that passes is #8c7500.\n");
});

test.for([
  [
    "an organization that is not there",
    ["key", "create", "00000000-0000-7000-8000-000000000000"],
    "organization_unknown",
  ],
  ["an id that is none", ["domain", "list", "nonsense"], "organization_unknown"],
  ["an empty name", ["organization", "create", " "], "name_invalid"],
  ["a key that is not there", ["key", "revoke", "pk_live_nothing"], "key_unknown"],
  ["a file that is no picture", ["organization", "logo", "nonsense", "package.json"], "logo_unknown"],
] as const)("%s: status 1, the reason for machines and advice for people", async ([, args, reason]) => {
  const { status, out, err } = await ageway([...args, "--json"]);
  expect([status, JSON.parse(out)]).toEqual([1, { error: reason }]);
  expect(err.length).toBeGreaterThan(20);
});

test.for([
  [["frobnicate"]],
  [["subscription", "set", "x", "--price-b", "1.5"]],
  [["subscription", "set", "x", "--cap", "-1"]],
  [["subscription", "set", "x", "--status", "happy"]],
  [["key", "create"]],
  [["key", "language", "x", "se"]],
  [["organization", "logo", "x", "no-such-file.png"]],
] as const)("%j is not understood: status 2 and where the help is", async ([args]) => {
  const { status, err } = await ageway([...args]);
  expect([status, err]).toEqual([2, expect.stringContaining("--help")]);
});

test("without a database it says so in one line, and never the password", async () => {
  const { status, err } = await ageway(["organization", "list"], {
    DATABASE_URL: "postgres://me:hunter2@127.0.0.1:1/x",
  });
  expect([status, err.trim().split("\n").length]).toEqual([1, 1]);
  expect(err).toContain("DATABASE_URL");
  expect(err).not.toContain("hunter2");
});

test("doctor with the address of a page names the gate test's command, and runs it", async () => {
  const words = ["doctor", "http://localhost:1/", "--key", "pk_test_x", "--base", "x", "--", "a"];
  const { status, out, err } = await ageway(words);
  expect({ status, out }).toEqual({ status: 2, out: "" });
  const [note = "", ...rest] = err.split("\n");
  expect(note).toContain("use ageway-gate-test");
  expect(rest.join("\n")).toMatch(/^--base must be the base address of Ageway\./);
});

test("the command takes no demo's database where DATABASE_URL names another", async () => {
  const data = mkdtempSync(join(tmpdir(), "ageway-demo-"));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const [own = "", demo] = [process.env.DATABASE_URL, "postgres://nobody:nothing@127.0.0.1:1/demo"];
  const listed = (databaseUrl: string) => {
    const facts = { baseUrl: "http://localhost:3000", databaseUrl, databaseOwnerUrl: databaseUrl };
    writeFileSync(join(data, "demo.json"), JSON.stringify(facts));
    return spawnAgeway(["organization", "list"], { AGEWAY_DEMO: "1", DATA_DIR: data });
  };
  expect(await listed(demo)).toMatchObject({ status: 1, err: expect.stringMatching(/AGEWAY_DEMO=1 .*DATABASE_URL/) });
  expect(await listed(own)).toMatchObject({ status: 0 });
});
