import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { databaseAt } from "#db/address.ts";
import { migrate } from "#db/migrate.ts";
import { periodAfter, periodOf } from "#lib/base/time.rules.ts";
import { makeTraversable } from "#scripts/files.mjs";
import { startPostgres } from "#scripts/postgres.mjs";
import { configure } from "#tests/support/configure.ts";
import { fillLedger } from "./fill-ledger.ts";
import { type Measured, measure } from "./measure.ts";

/** A million checks are one invoice within half a minute, and take no more memory than ten thousand. */
const [PROMISE_SECONDS, PROMISE_MORE_MB] = [30, 50];
const EVENTS = Number(process.env.EVENTS ?? 1_000_000);
const FEW = Math.round(EVENTS / 100);
const USAGE_RUNS = 30;

const OPERATOR = { kind: "operator" };
const MONTH = periodAfter(periodOf(new Date()), -1);
const SHOPS = [
  { id: "01900000-0000-7000-8000-000000000001", events: FEW },
  { id: "01900000-0000-7000-8000-000000000002", events: EVENTS },
] as const;

const directory = mkdtempSync(join(tmpdir(), "ageway-bench-"));
makeTraversable(directory);
const postgres = await startPostgres({ directory });
try {
  const AGEWAY_KEYS = randomBytes(32).toString("base64url");
  configure({ DATABASE_URL: postgres.url, AGEWAY_KEYS, INVOICE_SELLER: "Bench\nMain Street 1" });
  await migrate(databaseAt(postgres.ownerUrl));
  for (const { id, events } of SHOPS) await fillLedger(postgres.ownerUrl, id, events, MONTH);

  const table: ReturnType<typeof rowOf>[] = [];
  const row = async (work: string, events: number, measuring: Promise<Measured>) => {
    const measured = await measuring;
    table.push(rowOf(work, events, measured));
    return measured;
  };
  const closings: Measured[] = [];
  for (const { id, events } of SHOPS) {
    await row("seal", events, measure("#lib/billing/ledger-seal.ts", "sealOrganization", [id]));
    const closing = await row("close", events, measure("#lib/billing/close-months.ts", "closeMonthOf", [id, MONTH]));
    closings.push(closing);
    await row("verify", events, measure("#lib/billing/verify-ledger.ts", "verifyLedger", [OPERATOR, id]));
    await row("usage", events, measure("#lib/billing/usage.ts", "readUsage", [OPERATOR, id, MONTH], USAGE_RUNS));
    const [issued] = closing.answer as { number: number }[];
    const credit = [OPERATOR, issued?.number, "Bench"];
    await row("credit", events, measure("#lib/billing/corrections.ts", "creditInvoice", credit));
    await row("seal the credit", events, measure("#lib/billing/ledger-seal.ts", "sealOrganization", [id]));
  }
  console.table(table);

  const [few, many] = closings;
  const [seconds, more] = [(many?.times[0] ?? Infinity) / 1_000, (many?.heapMb ?? Infinity) - (few?.heapMb ?? 0)];
  const isStored = seconds <= PROMISE_SECONDS && more <= PROMISE_MORE_MB;
  console.log(`invoice for ${EVENTS} checks: ${seconds.toFixed(1)} s, ${more} MB more than for ${FEW}`);
  console.log(`${isStored ? "within" : "NOT within"} ${PROMISE_SECONDS} s and ${PROMISE_MORE_MB} MB`);
  process.exitCode = isStored ? 0 : 1;
} finally {
  await postgres.stop();
  for (const left of [directory, postgres.directory]) rmSync(left, { recursive: true, force: true });
}

function rowOf(work: string, events: number, { times, rssMb, heapMb }: Measured) {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (q: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? 0);
  const perSecond = Math.round((events * 1_000) / at(0.5));
  return { work, checks: events, "p50 ms": at(0.5), "p95 ms": at(0.95), "checks/s": perSecond, rssMb, heapMb };
}
