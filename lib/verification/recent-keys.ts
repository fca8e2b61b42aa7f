import { LRUCache } from "lru-cache";
import type { Database } from "#db/client.ts";
import type { KeyRow } from "#db/queries/admission-key.ts";
import { usageDecides } from "#lib/billing/spend.rules.ts";
import { config } from "#lib/core/config.ts";
import { turnsAway } from "./admission.rules.ts";
import type { StartRequest } from "./call.ts";
import type { Facts, RecentKeys } from "./facts.ts";

/**
 * How long further calls of a key are decided by facts that an accepted one read. The write compares their version, so nothing is
 * accepted after a change has committed. Only the limit that a key has from its plan may be as old as this.
 */
const RECENT_MS = 5_000;
const MAX_KEYS = 4_096;

/**
 * `hosts`: of the return URLs and origins whose verified domains are among the key's. `month`: whose usage and included checks it
 * has.
 */
type Recent = { key: KeyRow; hosts: Set<string>; readAt: number; month: number };

/** What was read of a database. `clock`: its time when `performance.now()` was zero, or a little earlier. */
type Read = { keys: LRUCache<string, Recent>; clock: number };

/** By the pool that read it: another pool may be of another database. */
const reads = new WeakMap<Database, Read>();

/** A request of a batch. `anew`: only facts that are read now may decide it. */
export type Asked = { request: StartRequest; anew: boolean };

/** The keys of a batch that need not be read for it. */
export function recentKeys(db: Database, asked: readonly Asked[], now = performance.now()): RecentKeys | undefined {
  const read = reads.get(db);
  if (!read) return undefined;
  const time = new Date(read.clock + now);
  const isRecent = ({ readAt, month }: Recent) => now - readAt < RECENT_MS && month === time.getUTCMonth();
  const keys = new Map<string, KeyRow>();
  const others = new Set<string>();
  for (const one of asked) {
    const text = one.request.pluginKey ?? "";
    const recent = read.keys.get(text);
    if (recent && isRecent(recent) && serves(recent, one)) keys.set(text, recent.key);
    else others.add(text);
  }
  for (const text of others) keys.delete(text);
  return { now: time, keys };
}

function serves({ key, hosts }: Recent, { request, anew }: Asked): boolean {
  const { returnUrl, originHost } = request;
  const hasDomains = hosts.has(returnUrl.host) && (originHost == null || hosts.has(originHost));
  return !anew && hasDomains && !turnsAway(request, key.verifiedDevices);
}

/**
 * Keeps the keys of calls that were written, where the usage decides nothing: the next batch changes it. `db`: the pool that read
 * the facts. Behind a pooler one pool may lead to another database after a failover, so nothing is kept.
 */
export function keepKeys(db: Database, { calls, now, readAt }: Facts, isWritten: readonly boolean[]): void {
  if (config().isPooled) return;
  const accepted = new Map<string, Recent>();
  for (const { key, request, isRecent, n } of calls) {
    if (!isWritten[n] || isRecent || !key?.usage.isCounted || usageDecides(key.subscription, key.usage)) continue;
    const recent = accepted.get(key.text) ?? { key, hosts: new Set(), readAt, month: now.getUTCMonth() };
    accepted.set(key.text, recent);
    recent.hosts.add(request.returnUrl.host);
    if (request.originHost) recent.hosts.add(request.originHost);
  }
  if (accepted.size === 0) return;
  const read = reads.get(db) ?? { keys: new LRUCache({ max: MAX_KEYS }), clock: 0 };
  reads.set(db, read);
  read.clock = +now - readAt;
  for (const [text, recent] of accepted) read.keys.set(text, recent);
}

export function dropKey(db: Database, text: string): void {
  reads.get(db)?.keys.delete(text);
}
