import { sql } from "drizzle-orm";
import { v7 } from "uuid";
import { expect, test } from "vitest";
import { insertLink } from "#db/queries/sign-in-link.ts";
import { database } from "#lib/core/database.ts";
import { newSecret, secretDigest } from "#lib/core/digest.ts";
import { createFirstOwner, isFirstOwnerLink, offerFirstOwnerLink } from "#lib/sign-in/first-owner.ts";
import { emailOfLink } from "#lib/sign-in/link.ts";
import { signedIn } from "#tests/support/signed-in.ts";

async function firstLink(ttlMs = 60_000): Promise<string> {
  const secret = newSecret();
  await insertLink(database(), { digest: secretDigest(secret), email: null, ttlMs });
  return secret;
}

// The other files of this project have made users long since; tests/full/start/first-start.test.ts has a database without.
test("where there is somebody, the link that makes the first owner is dead", async () => {
  await signedIn();
  const link = await firstLink();
  expect(await isFirstOwnerLink(link)).toBe(false);
  const email = `${v7()}@shop.example`;
  expect(await createFirstOwner(link, email, "Shop")).toEqual({ ok: false, reason: "link_dead" });
  const [row] = await database().execute<{ n: number }>(
    sql`SELECT count(*)::int AS n FROM "user" WHERE email = ${email}`,
  );
  expect(row?.n).toBe(0);
});

test("where there is somebody, no such link is offered", async () => {
  await signedIn();
  const links = () => database().execute(sql`SELECT 1 FROM sign_in_link WHERE email IS NULL`);
  const before = await links();
  await offerFirstOwnerLink();
  expect(await links()).toHaveLength(before.length);
});

test("a link of one kind is none of the other", async () => {
  const link = await firstLink();
  expect(await emailOfLink(link)).toBeNull();
});
