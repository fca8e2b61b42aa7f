import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { claimVerification } from "#db/queries/verification.ts";
import { database } from "#lib/database.ts";
import { browserDigest } from "#lib/digest.ts";
import { send } from "#tests/support/gateway.ts";
import { organization } from "#tests/support/organization.ts";
import { started } from "#tests/support/visitor.ts";

const BROWSERS = 200;
const LINKS = 50;

test("50 links, each claimed by 200 browsers at once: 50 winners", async () => {
  const shop = await organization();
  const winners = [];
  for (let n = 0; n < LINKS; n += 1) {
    const { id } = await started("b", shop);
    const claims = Array.from({ length: BROWSERS }, (_, i) =>
      claimVerification(database(), id, browserDigest(id, `browser ${i}`), 600_000),
    );
    winners.push((await Promise.all(claims)).filter(Boolean).length);
  }
  expect(winners).toEqual(Array(LINKS).fill(1));
}, 120_000);

test("200 browsers press the button of one link at once: one goes to the eID, 199 are told that it is used", async () => {
  const shop = await organization();
  const { url } = await started("b", shop);
  const path = new URL(url).pathname + new URL(url).search;
  const secrets = Array.from({ length: BROWSERS }, (_, i) => `${i}`.padStart(22, "A"));
  const pressed = await Promise.all(
    secrets.map((secret) => send(`${path}&do=confirm`, { method: "POST", headers: { cookie: `ageway=${secret}` } })),
  );
  const gone = pressed.filter(({ headers }) => headers.get("location")?.includes("code_challenge"));
  expect(gone).toHaveLength(1);
  const pages = await Promise.all(secrets.map((secret) => send(path, { headers: { cookie: `ageway=${secret}` } })));
  expect(pages.map(({ status }) => status).toSorted()).toEqual([200, ...Array(BROWSERS - 1).fill(410)]);
  const [row] = await database().execute(
    sql`SELECT count(*)::int AS n FROM billing_event WHERE organization_id = ${shop.id}`,
  );
  expect(row).toEqual({ n: 1 });
});

test("a link that expired cannot be claimed, not even by the first", async () => {
  const { id } = await started("b", await organization());
  await database().execute(sql`UPDATE verification SET created_at = now() - interval '10 minutes' WHERE id = ${id}`);
  expect(await claimVerification(database(), id, browserDigest(id, "late"), 600_000)).toBe(false);
});
