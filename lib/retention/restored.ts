import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { allowLongStatements, connect, type Database, type Db } from "#db/client.ts";
import { loginOwnsTables } from "#db/queries/database.ts";
import {
  addToReport,
  countServerConnections,
  type Ended,
  endEverything,
  findLastWrites,
  findRestore,
  type Holder,
  insertRestore,
  listEndedMails,
  listHolders,
  listRestoredDomains,
  listRestoredKeys,
  listRestoredMembers,
  lockEpoch,
  type RestoreReport,
  type WaitingMail,
} from "#db/queries/restore.ts";
import { type Refused, type Result, refuse } from "#lib/base/result.ts";
import { LOCK_NOT_AVAILABLE } from "#lib/base/sqlstate.rules.ts";
import { sealLedger } from "#lib/billing/ledger-seal.ts";
import { settleMeter } from "#lib/billing/stripe/meter.ts";
import type { Operator } from "#lib/core/actor.ts";
import { faultOf } from "#lib/observe/log.ts";
import type { RetentionReason } from "#lib/retention/wording.ts";
import { adminConfig } from "#lib/runtime/config.ts";
import { migrateDatabase } from "#lib/runtime/migrate-database.ts";

const CLOSING_MS = 2_000;

/** `lastWriteAt`: the latest moment that the database knew, so about that of the backup. `lastDocument`: its last number. */
export type Restored = {
  epoch: string;
  /** When an earlier run did this, of which these are the words; `null`: this run did it. */
  doneAt: Date | null;
  lastWriteAt: Date | null;
  lastDocument: number;
  ended: Ended;
  mails: WaitingMail[];
  /** Says what Stripe's meter has or has not: too old for Stripe to recognize, so it is not sent again. */
  batches: Awaited<ReturnType<typeof settleMeter>>;
  /** May work again although somebody ended them after the moment of the backup. Those that were changed last come first. */
  keys: Awaited<ReturnType<typeof listRestoredKeys>>;
  domains: Awaited<ReturnType<typeof listRestoredDomains>>;
  members: Awaited<ReturnType<typeof listRestoredMembers>>;
};

type Marked = { epoch: string; doneAt: Date | null; report: RestoreReport };

/**
 * Ends, while no server runs, what must not work again after a restore, sends nothing twice, and begins an epoch
 * (`lib/runtime/read-epoch.ts`). Can run again. Needs the login of the tables' owner, which may delete verifications.
 */
export async function markRestored(
  _actor: Operator,
  notify: (sentence: string) => void,
): Promise<Result<Restored, RetentionReason>> {
  const { keys, ownerAddress } = adminConfig();
  if (keys.length === 0) return refuse("keys_missing");
  const owner = connect(ownerAddress, { max: 1, role: "none" });
  try {
    if (!(await loginOwnsTables(owner))) return refuse("owner_login_missing");
    const refused = await untilOthersLeft(owner);
    if (refused) return refused;
    // A backup of an older version has older tables.
    await migrateDatabase(notify);
    const marked = await endWhatWasBefore(owner);
    if ("reason" in marked) return marked;
    // Before the servers start, so that rows from before get the batches, and so the identifiers, that they had.
    await sealLedger();
    const { epoch, doneAt, report } = marked;
    const batches = [...(report.batches ?? []), ...(await settleMeter())] as Restored["batches"];
    await addToReport(owner, epoch, { batches });
    return {
      ok: true,
      epoch,
      doneAt,
      lastWriteAt: report.lastWriteAt === null ? null : new Date(report.lastWriteAt),
      lastDocument: report.lastDocument,
      ended: report.ended,
      mails: await listEndedMails(owner, report.mailsEndedAt),
      batches,
      keys: await listRestoredKeys(owner),
      domains: await listRestoredDomains(owner),
      members: await listRestoredMembers(owner),
    };
  } finally {
    await owner.$client.end({ timeout: 1 });
  }
}

/** PostgreSQL shows a connection for a moment after a server has closed it and ended. */
async function untilOthersLeft(owner: Database): Promise<Refused<RetentionReason> | null> {
  const deadline = performance.now() + CLOSING_MS;
  for (;;) {
    const refused = await companyOf(owner);
    if (refused === null || performance.now() > deadline) return refused;
    await pause(50);
  }
}

async function companyOf(db: Db): Promise<Refused<RetentionReason> | null> {
  const connections = await countServerConnections(db);
  // A pooler keeps connections of servers that have stopped.
  if (connections > 0 && !adminConfig().isPooled) return refuse("servers_connected", { connections });
  const holders = await listHolders(db);
  return holders.length > 0 ? tablesInUse(holders) : null;
}

/** Names the sessions, such as a dump, that would have to be waited for. */
function tablesInUse(holders: readonly Holder[]): Refused<RetentionReason> {
  const sessions = holders.map(({ pid, login, program }) => `${pid} (${program || "unnamed"}, as ${login})`);
  return refuse("tables_in_use", { sessions: sessions.join(", "), pid: holders[0]?.pid ?? "its number" });
}

async function endWhatWasBefore(owner: Database): Promise<Marked | Refused<RetentionReason>> {
  try {
    return await owner.transaction(async (tx) => {
      await allowLongStatements(tx);
      await lockEpoch(tx);
      const refused = await companyOf(tx);
      if (refused) return refused;
      const { lastWriteAt, lastDocument } = await findLastWrites(tx);
      const earlier = await findRestore(tx);
      const { endedAt, ...ended } = await endEverything(tx);
      const own = { lastWriteAt: lastWriteAt?.toISOString() ?? null, lastDocument, ended, mailsEndedAt: endedAt };
      const isRepeated =
        earlier?.report != null &&
        Object.values(ended).every((count) => count === 0) &&
        +(lastWriteAt ?? 0) <= +earlier.createdAt;
      const [report, doneAt] = isRepeated ? [earlier.report as RestoreReport, earlier.doneAt] : [own, null];
      const epoch = randomUUID();
      await insertRestore(tx, { id: epoch, report, doneAt });
      return { epoch, doneAt, report };
    });
  } catch (fault) {
    if (faultOf(fault).code !== LOCK_NOT_AVAILABLE) throw fault;
    return tablesInUse(await listHolders(owner));
  }
}
