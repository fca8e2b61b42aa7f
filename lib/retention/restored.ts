import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { allowLongStatements, connect, type Database } from "#db/client.ts";
import { loginOwnsTables } from "#db/queries/database.ts";
import {
  countServerConnections,
  endEverything,
  findLastWrites,
  insertRestore,
  listRestoredDomains,
  listRestoredKeys,
  listRestoredMembers,
  listWaitingMails,
  lockEpoch,
  type WaitingMail,
} from "#db/queries/restore.ts";
import { sealLedger } from "#lib/billing/ledger-seal.ts";
import { settleMeter } from "#lib/billing/stripe/meter.ts";
import type { Operator } from "#lib/core/actor.ts";
import { adminConfig } from "#lib/core/config.ts";
import { type Result, refuse } from "#lib/core/result.ts";
import type { RetentionReason } from "#lib/retention/reasons.ts";

const CLOSING_MS = 2_000;

/** `lastWriteAt`: the latest moment that the database knows, so about that of the backup. `lastDocument`: its last number. */
type Ended = {
  epoch: string;
  lastWriteAt: Date | null;
  lastDocument: number;
  ended: Awaited<ReturnType<typeof endEverything>>;
  mails: WaitingMail[];
};

export type Restored = Ended & {
  /** What Stripe's meter has or has not: too old for Stripe to recognize, so it is not sent again. */
  batches: Awaited<ReturnType<typeof settleMeter>>;
  /** May work again although somebody ended them after the moment of the backup. Those that were changed last come first. */
  keys: Awaited<ReturnType<typeof listRestoredKeys>>;
  domains: Awaited<ReturnType<typeof listRestoredDomains>>;
  members: Awaited<ReturnType<typeof listRestoredMembers>>;
};

/**
 * After a restore of the database to an earlier moment, while no server runs: what was ended since then must not work again, and
 * nothing is sent or billed twice. Ends every link, token, proof, session, sign-in link, invitation and waiting mail, and begins an
 * epoch (`lib/core/epoch.ts`). Can run again. It needs the login of the tables' owner, because the app's role cannot delete
 * verifications.
 */
export async function markRestored(_actor: Operator): Promise<Result<Restored, RetentionReason>> {
  const { keys, ownerUrl } = adminConfig();
  if (keys.length === 0) return refuse("keys_missing");
  const owner = connect(ownerUrl, { max: 1, role: "none" });
  try {
    if (!(await loginOwnsTables(owner))) return refuse("owner_login_missing");
    await leaveTimeToClose(owner);
    const ended = await endWhatWasBefore(owner);
    if (!ended.ok) return ended;
    // Before the servers start, so that rows from before get the batches, and so the identifiers, that they had.
    await sealLedger();
    return {
      ...ended,
      batches: await settleMeter(),
      keys: await listRestoredKeys(owner),
      domains: await listRestoredDomains(owner),
      members: await listRestoredMembers(owner),
    };
  } finally {
    await owner.$client.end();
  }
}

/** PostgreSQL shows a connection for a moment after a server has closed it and ended. */
async function leaveTimeToClose(owner: Database): Promise<void> {
  const deadline = performance.now() + CLOSING_MS;
  while ((await countServerConnections(owner)) > 0 && performance.now() < deadline) await pause(50);
}

async function endWhatWasBefore(owner: Database): Promise<Result<Ended, RetentionReason>> {
  return owner.transaction(async (tx) => {
    await allowLongStatements(tx);
    await lockEpoch(tx);
    const connections = await countServerConnections(tx);
    // A pooler keeps connections of servers that have stopped.
    if (connections > 0 && !adminConfig().isPooled) return refuse("servers_connected", { connections });
    const lastWrites = await findLastWrites(tx);
    const mails = await listWaitingMails(tx);
    const ended = await endEverything(tx);
    const epoch = randomUUID();
    await insertRestore(tx, epoch);
    return { ok: true, epoch, ...lastWrites, ended, mails };
  });
}
