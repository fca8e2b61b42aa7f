import {
  deleteOldestDrafts,
  findGateTestRun,
  findRunUnderWay,
  type GateTestRunRow,
  insertRequest,
  listLiveRuns,
  selectGateTestRuns,
  upsertDraft,
} from "#db/queries/gate-test-run.ts";
import { listPluginKeys } from "#db/queries/plugin-key.ts";
import { refuse } from "#lib/base/result.ts";
import { isUuid } from "#lib/base/text.ts";
import { uuidV7 } from "#lib/base/uuid.ts";
import type { Actor } from "#lib/core/actor.ts";
import { changeOrganization } from "#lib/core/change.ts";
import { listOf, readOrganization } from "#lib/core/read.ts";
import { config } from "#lib/runtime/config.ts";
import { hurryJob } from "#lib/runtime/job-status.ts";
import { isSelector } from "#packages/gate-test/src/selector.rules.ts";
import { encryptRun, readRun } from "./run.ts";
import { MAX_RUNS_AN_HOUR, RUN_TIMES, type RunState, runStateOf } from "./run-state.rules.ts";
import { admitPage } from "./shop-page.ts";
import type { StoredReport } from "./stored-report.rules.ts";

/** `start`: a selector; `null`: the page leads to us by itself. */
type Prepared = { key: string; page: string; start: string | null; protects: string };

/** Prepares a run. A key and a host keep its address while it works, so that a shop is configured once. */
export async function prepareRun(actor: Actor, organizationId: string, { key, page, start, protects }: Prepared) {
  if (start !== null && !isSelector(start)) return refuse("start_invalid");
  const listed = await listOf(actor, "run a test check", organizationId, (db) => listPluginKeys(db, organizationId));
  if (!listed.ok) return listed;
  const own = listed.rows.find((one) => one.key === key && one.mode === "test");
  if (own === undefined) return refuse("doctor_key_missing");
  const admitted = await admitPage(key, page);
  if (!admitted.ok) return admitted;
  const { host } = admitted.returnUrl;
  const named = { organizationId, pluginKeyId: own.id, host };
  return changeOrganization(actor, "run a test check", organizationId, async (tx) => {
    const [live] = await listLiveRuns(tx, named);
    // A restore of the database ends what was encrypted before it.
    const isReadable = live !== undefined && (await readRun(live.sealed)) !== null;
    const wanted = { pluginKey: key, organizationId, host, openedBy: "dashboard" } as const;
    const run = isReadable ? live : await encryptRun(wanted).then(sealedOf);
    await deleteOldestDrafts(tx, organizationId, MAX_DRAFTS - 1);
    const id = await upsertDraft(tx, {
      id: uuidV7(),
      ...named,
      page: admitted.returnUrl.href,
      start,
      protects,
      ...run,
    });
    return { value: { id }, audit: null };
  });
}

/** Requests a run of a draft or an earlier one. Answers the one under way instead: an organization has one. */
export async function requestRun(actor: Actor, organizationId: string, from: string, now = new Date()) {
  const requested = await changeOrganization(actor, "run a test check", organizationId, async (tx) => {
    const row = isUuid(from) ? await findGateTestRun(tx, organizationId, from) : null;
    if (row === null) return refuse("run_unknown");
    const userId = actor.kind === "user" ? actor.id : null;
    const id = await insertRequest(tx, { organizationId, from, id: uuidV7(), userId }, RUN_TIMES, MAX_RUNS_AN_HOUR);
    if (id !== null)
      return { value: { id }, audit: { action: "shop.examined", subject: row.host, after: { key: row.key } } };
    const underWay = await findRunUnderWay(tx, organizationId, RUN_TIMES);
    if (underWay !== null) return { value: { id: underWay }, audit: null };
    return refuse(row.expiresAt > now ? "too_many_runs" : "run_expired");
  });
  // The job also looks by itself, every minute.
  if (requested.ok) await hurryJob("examine-shops");
  return requested;
}

/** `address`: where the shop must be pointed. `report`: of a run whose state is "reported". */
export type GateTestRun = Omit<GateTestRunRow, "sealed" | "report"> & {
  address: string;
  state: RunState;
  report: StoredReport | null;
};

export async function listGateTestRuns(actor: Actor, organizationId: string, now = new Date()) {
  return listOf(actor, "see the organization", organizationId, async (db) =>
    (await selectGateTestRuns(db, organizationId, MAX_LISTED)).map((row) => gateTestRunOf(row, now)),
  );
}

export async function readGateTestRun(actor: Actor, organizationId: string, id: string, now = new Date()) {
  return readOrganization(actor, "see the organization", organizationId, async (db) => {
    const row = isUuid(id) ? await findGateTestRun(db, organizationId, id) : null;
    return row === null ? refuse("run_unknown") : { ok: true, run: gateTestRunOf(row, now) };
  });
}

const MAX_LISTED = 50;
/** Bounds drafts: a further one of an organization takes the place of the oldest. */
const MAX_DRAFTS = 50;

export function runAddress(sealed: string): string {
  return `${config().baseUrl}/doctor/${sealed}`;
}

function sealedOf({ text, expiresAt }: { text: string; expiresAt: Date }) {
  return { sealed: text, expiresAt };
}

function gateTestRunOf({ sealed, report, ...row }: GateTestRunRow, now: Date): GateTestRun {
  return { ...row, address: runAddress(sealed), state: runStateOf(row, now), report: report as StoredReport | null };
}
