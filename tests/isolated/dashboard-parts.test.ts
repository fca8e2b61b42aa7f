import { sql } from "drizzle-orm";
import { beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { startApp } from "#tests/support/app.ts";
import { textOf } from "#tests/support/dashboard.ts";
import { enterOwnDatabase } from "#tests/support/own-database.ts";
import { asOwner } from "#tests/support/owner.ts";
import { freePort } from "#tests/support/ports.ts";
import { shopWith } from "#tests/support/shop-with-everything.ts";

// Parts of a page that cannot be loaded while the rest can: here the application may not read their tables. Where it may not read what
// a call reads, the whole instance is not ready.
let app: Awaited<ReturnType<typeof startApp>>;
let shop: Awaited<ReturnType<typeof shopWith>>;
let old: string;
const database = async () => {
  const owner = asOwner();
  onTestFinished(() => owner.$client.end());
  return owner;
};

beforeAll(async () => {
  await enterOwnDatabase();
  app = await startApp({ ...inject("env"), DATABASE_URL: process.env.DATABASE_URL ?? "" }, await freePort());
  const built = await shopWith(["oldKey", "plan"]);
  [shop, old] = [built, built.oldKey];
  return () => app.kill();
});

/** A page while these tables cannot be read. */
async function without(tables: string, path: string): Promise<string> {
  const owner = await database();
  await owner.execute(sql.raw(`REVOKE SELECT ON ${tables} FROM ageway_app`));
  try {
    const answer = await fetch(`${app.url}/dashboard${path}`, { headers: { cookie: shop.owner.cookie } });
    expect(answer.status).toBe(200);
    return await answer.text();
  } finally {
    await owner.execute(sql.raw(`GRANT SELECT ON ${tables} TO ageway_app`));
  }
}

const ACTIVITY = "activity_event, activity_check, activity_day";

test.for([
  ["the use of a key", ACTIVITY, "/keys/OLD", "The use of this key could not be loaded", "No calls in the last"],
  ["a rotation", ACTIVITY, "/keys/OLD", "The calls of the two keys could not be loaded", "No call used"],
  ["the end of a key", ACTIVITY, "/keys/OLD/end", "Whether calls still use it could not be loaded", "No call used"],
  ["the overview", "spend_alert", "", "Some of what needs your attention could not be loaded", null],
  ["a reference", ACTIVITY, "/checks?reference=K7QW2RTX", "K7QW 2RTX could not be loaded", "Nothing has the"],
  ["a month", "spend_alert", "/billing", "Notices about your plan, cap and keys could not be loaded", null],
  [
    "a cap",
    "spend_alert",
    "/billing/plan",
    "Notices about your plan, cap and keys could not be loaded",
    "of the cap is used could",
  ],
] as const)("without what it is about, %s says so and claims nothing", async ([, tables, path, words, claim]) => {
  const page = textOf(await without(tables, path.replace("OLD", old)));
  expect(page).toContain(words);
  if (claim !== null) expect(page).not.toContain(claim);
});

test.for([
  ["Notices about your plan, cap and keys", "spend_alert", "/billing?month=2026-01"],
  ["The month", "billing_event", "/billing?month=2026-01"],
  ["The audit log", "audit_event", "/audit?thing=keys&days=7&before=A"],
] as const)("“%s” that could not be loaded is tried again as it was asked for", async ([what, tables, path]) => {
  const page = await without(tables, path);
  expect(textOf(page)).toContain(`${what} could not be loaded`);
  expect(page).toContain(`<a href="/dashboard${path.replaceAll("&", "&amp;")}">Try again</a>`);
});
