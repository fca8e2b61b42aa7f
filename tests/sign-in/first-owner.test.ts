import { sql } from "drizzle-orm";
import { v7 } from "uuid";
import { expect, test } from "vitest";
import { insertLink } from "#db/queries/sign-in.ts";
import { becomeFirstOwner, isFirstLink } from "#lib/account/first-owner.ts";
import { database } from "#lib/database.ts";
import { digestOf, newSecret } from "#lib/sign-in/session.ts";
import { member } from "#tests/support/member.ts";

async function firstLink(livesMs = 60_000): Promise<string> {
  const secret = newSecret();
  await insertLink(database(), { digest: digestOf(secret), email: null, livesMs });
  return secret;
}

// The other files of this project have made users long since; that there is nobody is shown in tests/bin/start.test.ts.
test("where there is somebody, the link that makes the first owner is dead", async () => {
  await member();
  const link = await firstLink();
  expect(await isFirstLink(link)).toBe(false);
  const email = `${v7()}@shop.example`;
  expect(await becomeFirstOwner(link, email, "Shop")).toEqual({ ok: false, reason: "link_dead" });
  const [row] = await database().execute<{ n: number }>(
    sql`SELECT count(*)::int AS n FROM "user" WHERE email = ${email}`,
  );
  expect(row?.n).toBe(0);
});

test("a link of one kind is none of the other", async () => {
  const link = await firstLink();
  const { whomLinkSignsIn } = await import("#lib/auth.ts");
  expect(await whomLinkSignsIn(link)).toBeNull();
});
