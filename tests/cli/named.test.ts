import { expect, test } from "vitest";
import { ageway, agewayJson as json } from "#tests/support/command.ts";

/** An organization of the command whose name no other test gives. */
async function organizationOf(words: string) {
  const made = await json<{ id: string; name: string }>("organization", "create", `${words} ${Math.random()}`);
  return made;
}

test("an organization is named by its name, in capitals or not, and by the beginning of its id", async () => {
  const { id, name } = await organizationOf("Shop by name");
  const { key } = await json<{ key: string }>("key", "create", name);
  expect(await json("key", "list", name.toUpperCase())).toMatchObject([{ key }]);
  // The last two letters are random.
  expect(await json("key", "list", id.slice(0, -2))).toMatchObject([{ key }]);
  expect(await json("organization", "suspend", name)).toEqual({ changed: true });
});

test("a name of two is refused with both, and neither changes", async () => {
  const { id, name } = await organizationOf("Shop twice");
  const other = await json<{ id: string }>("organization", "create", name);
  const { status, out, err } = await ageway(["organization", "suspend", name, "--json"]);
  expect([status, JSON.parse(out)]).toEqual([
    1,
    { error: "name_ambiguous", candidates: [id, other.id].map((id) => ({ id, name })) },
  ]);
  for (const text of [name, id, other.id]) expect(err).toContain(text);
  for (const one of [id, other.id])
    expect(await json("organization", "resume", one), "nothing was suspended").toEqual({ changed: false });
});

test("an organization that is named as another's id takes nothing from it", async () => {
  const { id } = await organizationOf("Shop with an id");
  const thief = await json<{ id: string }>("organization", "create", id);
  expect(await json("organization", "suspend", id)).toEqual({ changed: true });
  expect(await json("organization", "resume", thief.id)).toEqual({ changed: false });
  await json("organization", "rename", thief.id, id.slice(0, -2));
  expect((await ageway(["organization", "resume", id.slice(0, -2)])).err).toContain("matches more than one");
});

test("a key is named by its beginning, and a few letters name none", async () => {
  const { id } = await organizationOf("Shop with a key");
  const { key } = await json<{ key: string }>("key", "create", id);
  expect(await json("key", "pause", key.slice(0, -3))).toEqual({ changed: true });
  for (const beginning of ["pk_live_", key.slice(0, 11)]) {
    const { status, out } = await ageway(["key", "resume", beginning, "--json"]);
    expect([status, JSON.parse(out)]).toEqual([1, { error: "key_unknown" }]);
  }
});

test("a member is named by their address, and a secret by its last letters", async () => {
  const { id } = await organizationOf("Shop with people");
  for (const name of ["one", "two"]) await json("owner", "add", id, `${name}-${id}@shop.example`);
  const email = `two-${id}@shop.example`;
  expect(await json("member", "role", id, email, "viewer")).toEqual({ email, role: "viewer", changed: true });
  const { key } = await json<{ key: string }>("key", "create", id, "--locked");
  const { secret } = await json<{ secret: string }>("key", "secret", key);
  const hint = secret.slice(-4);
  expect(await json("key", "revoke-secret", key, hint)).toEqual({ hint });
});
