import { readMigrationFiles } from "drizzle-orm/migrator";
import { expect, test } from "vitest";
import journal from "#db/migrations/meta/_journal.json" with { type: "json" };

/** Of each migration that is on the main branch: it is in databases, so a change of one byte makes it another. Add each with its migration. */
const HASHES = {
  "0000_init": "f019345ab2280a1a58f9aa84e4525fd377805b09d95c659b2d847dcbb549ff55",
  "0001_activity_day_facet": "7a8f4a0c17e9ea2632a9ce73a8f7a4a15ce6dc413c3319f0c1ac4ade058ead4a",
  "0002_stripe_customer_checkout": "6e710e1bea2e330dae4ddf0bc0b042f0dad528c1bc54baabd7048cafa5969f22",
  "0003_calls_per_address": "f6672d1eef1fd72ec8114aa5033c67438e30f38a3d8e95c7a131a642c0b825a7",
  "0004_subscription_span_settled": "75ddeb14399921a9338f35f368767fb693898524a61709c6985da50342f949ab",
  "0005_versions": "c96afcb85b7b8b11108591b7cf9146b2304b4f7e139d6530430e760bae1c0624",
  "0006_reservation": "b86a45cf33cc70da207a468f555c3a7dd236437e15f26830f6e0bec49da16863",
  "0007_mail_outbox_expires": "4a9d33d9a6fe74122be0094fe7dfed420c6380fca551affdceda1099b1366cd9",
  "0008_drop_verification_reserved": "7117c0a88bd67a01f21f5a53a49b1cd2e7e76267c03391376ab8cea4452ae44b",
  "0009_checks_list": "d15b842b9ffdb1cb466f807f94ae352a3c3175e4f6150a5859ec8b7496823b7b",
  "0010_sign_in_code": "4633b1ba6c0b111163882f7c1a55261e35d6fb557ea04d29f60ec3339d542708",
};

const migrations = readMigrationFiles({ migrationsFolder: "db/migrations" });
const tags = journal.entries.map(({ tag }) => tag);

test("a migration is never edited, and each is listed", () => {
  const hashes = Object.fromEntries(migrations.map(({ hash }, n) => [tags[n], hash]));
  expect(tags).toEqual(Object.keys(HASHES));
  expect(hashes).toMatchObject(HASHES);
});

test("each migration is of a later time than the one before it, by which drizzle finds those that did not run", () => {
  const times = migrations.map(({ folderMillis }) => folderMillis);
  expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
});
