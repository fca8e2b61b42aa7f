import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { databaseAt } from "#db/address.ts";
import { migrate } from "#db/migrate.ts";
import { insertActivity } from "#db/queries/activity-event.ts";
import { checksCsv } from "#lib/activity/check-csv.ts";
import type { CheckFilter } from "#lib/activity/check-filter.rules.ts";
import { type CheckRow, listChecks } from "#lib/activity/check-list.ts";
import { CHECK_RESULTS, PROBLEMS } from "#lib/activity/check-result.rules.ts";
import { keyDaysOf, keyHostsOf, keyUseOf } from "#lib/activity/key-use.ts";
import { overviewOf } from "#lib/activity/overview.ts";
import { readReferenced } from "#lib/activity/referenced.ts";
import { refusedOf } from "#lib/activity/refused.ts";
import { uuidV7 } from "#lib/base/uuid.ts";
import type { User } from "#lib/core/actor.ts";
import { newReference } from "#lib/crypto/reference.ts";
import { closeDatabase, database } from "#lib/runtime/database.ts";
import { makeTraversable } from "#scripts/files.mjs";
import { startPostgres } from "#scripts/postgres.mjs";
import { configure } from "#tests/support/configure.ts";
import { BIG, fillActivity, KEYS } from "./fill-activity.ts";

/** The first page of the list of checks, of any filter, with a million events: the promise is p95 ≤ 150 ms. */
const PROMISE_MS = 150;
const EVENTS = Number(process.env.EVENTS ?? 1_000_000);
const [SINGLE_RUNS, PAIR_RUNS] = [10, 3];

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

/** Common, rare, one that is old, and none at all, of each part of a filter. */
type Part = Partial<CheckFilter>;

const PARTS: Record<string, Part[]> = {
  result: [...CHECK_RESULTS.map((result) => ({ results: [result] })), { results: [...PROBLEMS] }],
  provider: [{ provider: "s" }, { provider: "b" }],
  mode: [{ mode: "test" }],
  key: [...Object.values(KEYS), "pk_live_none"].map((key) => ({ key })),
  host: ["shop.example", "second.example", "host-17.example", "old.example", "absent.example"].map((host) => ({
    host,
  })),
  age: [{ age: 16 }, { age: 18 }],
  range: [{ from: daysAgo(1) }, { from: daysAgo(20), to: daysAgo(10) }, { to: daysAgo(29) }, { to: daysAgo(300) }],
};

const directory = mkdtempSync(join(tmpdir(), "ageway-bench-"));
makeTraversable(directory);
const postgres = await startPostgres({ directory });
try {
  const AGEWAY_KEYS = randomBytes(32).toString("base64url");
  configure({ DATABASE_URL: postgres.url, BASE_URL: "http://localhost", AGEWAY_KEYS });
  await migrate(databaseAt(postgres.ownerUrl));
  const member: User = {
    kind: "user",
    id: BIG.user,
    email: "viewer@shop.example",
    sessionId: uuidV7(),
    signedInAt: new Date(),
  };
  const began = performance.now();
  await fillActivity(postgres.ownerUrl, EVENTS);
  console.log(`${EVENTS} events of one organization, and a fifth as many of others: ${seconds(began)} s`);
  const all: number[] = [];
  const time = async (label: string, part: Part, runs: number) => {
    const times: number[] = [];
    let rows = 0;
    for (let run = 0; run < runs; run += 1) {
      const start = performance.now();
      const page = await listChecks(member, BIG.organization, { mode: "live", ...part });
      times.push(performance.now() - start);
      rows = page.ok ? page.rows.length : -1;
    }
    all.push(...times);
    return { label, rows, p50: quantile(times, 0.5), p95: quantile(times, 0.95) };
  };

  const names = Object.keys(PARTS);
  const singles = [await time("(none)", {}, SINGLE_RUNS)];
  for (const name of names)
    for (const part of PARTS[name] ?? []) singles.push(await time(labelOf(part), part, SINGLE_RUNS));
  console.table(singles);

  const pairs = [];
  for (const [n, first] of names.entries())
    for (const second of names.slice(n + 1))
      for (const a of PARTS[first] ?? [])
        for (const b of PARTS[second] ?? [])
          pairs.push(await time(`${labelOf(a)} ${labelOf(b)}`, { ...a, ...b }, PAIR_RUNS));
  console.log(`${pairs.length} pairs; the ten slowest:`);
  console.table(pairs.toSorted((a, b) => b.p95 - a.p95).slice(0, 10));

  await timeOthers(member);
  await timeInserts();
  const p95 = quantile(all, 0.95);
  console.log(`first page, any filter: p50 ${quantile(all, 0.5)} ms, p95 ${p95} ms, worst ${quantile(all, 1)} ms`);
  console.log(p95 <= PROMISE_MS ? `within ${PROMISE_MS} ms` : `NOT within ${PROMISE_MS} ms`);
  process.exitCode = p95 <= PROMISE_MS ? 0 : 1;
} finally {
  await closeDatabase();
  await postgres.stop();
  for (const left of [directory, postgres.directory]) rmSync(left, { recursive: true, force: true });
}

/** What the indexes cost the recorder: batches as it writes them, one after the other. */
async function timeInserts(): Promise<void> {
  const [batches, size] = [30, 1_000];
  const began = performance.now();
  for (let n = 0; n < batches; n += 1)
    await insertActivity(
      database(),
      Array.from({ length: size }, (_, i) => ({
        agoMs: 0,
        pluginKey: KEYS.main,
        kind: "call",
        code: "accepted",
        ok: true,
        provider: i % 2 ? "s" : "b",
        minimumAge: 18,
        host: "shop.example",
        billed: true,
        reference: newReference(),
      })),
    );
  const perSecond = Math.round((batches * size * 1000) / (performance.now() - began));
  console.log(`recorder: ${perSecond} events a second, in batches of ${size}`);
}

async function timeOthers(member: User): Promise<void> {
  const id = BIG.organization;
  const readCsv = async () => {
    const columns = { time: ({ at }: CheckRow) => at, result: ({ result }: CheckRow) => result };
    const read = await checksCsv(member, id, { mode: "live" }, columns, { droppedOf: String });
    if (read.ok) for await (const _ of read.csv);
  };
  for (const [label, work] of [
    ["Overview", () => overviewOf(member, id, { days: 90, mode: "live" })],
    ["refused calls", () => refusedOf(member, id, { days: 30, mode: "live" })],
    ["a reference", () => readReferenced(member, id, "22222222")],
    ["use of the keys", () => keyUseOf(member, id)],
    ["hosts of the busiest key", () => keyHostsOf(member, id, KEYS.main)],
    ["days of the busiest key", () => keyDaysOf(member, id, KEYS.main)],
    ["100,000 rows of CSV", readCsv],
  ] as const) {
    const start = performance.now();
    await work();
    console.log(`${label}: ${Math.round(performance.now() - start)} ms`);
  }
}

function labelOf(filter: Part): string {
  return Object.entries(filter)
    .map(([name, value]) => `${name}=${value instanceof Date ? value.toISOString().slice(0, 10) : value}`)
    .join(" ");
}

function quantile(times: readonly number[], q: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return Math.round((sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? 0) * 10) / 10;
}

function seconds(began: number): number {
  return Math.round((performance.now() - began) / 1000);
}
