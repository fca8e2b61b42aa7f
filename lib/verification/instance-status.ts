import { type EidUse, readEidUse } from "#db/queries/eid-use.ts";
import type { Mode } from "#lib/core/provider.rules.ts";
import { configuredProviders, liveEidNames, providers } from "#lib/eid/providers.ts";
import { silenceOfEid } from "#lib/eid/watch.ts";
import { database } from "#lib/runtime/database.ts";
import { logDatabaseAway } from "#lib/runtime/database-away.ts";
import { unreadiness } from "#lib/runtime/health.ts";
import { paced, withTimeout } from "#lib/runtime/with-timeout.ts";
import { type EidStanding, standingOf } from "./eid-standing.rules.ts";

/** Says what works, in words: nothing of it is a count, and nothing is of one organization. */
export type InstanceStatus = {
  service: "works" | "database_away" | "not_ready";
  eids: { mode: Mode; name: string; standing: EidStanding }[];
  lookedAt: Date;
};

/** Strangers ask as often as they like, so an answer is used again for this long. */
const KEEP_MS = 20_000;
/** Sets how long the database may take for the one statement. */
const USE_MS = paced(2_000);

let latest: { asked: number; status: Promise<InstanceStatus> } | null = null;

/** Tells what works. It asks the database at most once in `KEEP_MS`, and no eID: `watchEids` does that. */
export function instanceStatus(): Promise<InstanceStatus> {
  const asked = performance.now();
  if (latest === null || asked - latest.asked >= KEEP_MS) latest = { asked, status: look() };
  return latest.status;
}

async function look(): Promise<InstanceStatus> {
  const unready = await unreadiness();
  const uses = unready === "database_away" ? null : await readUses();
  const lookedAt = new Date();
  const eids = configuredProviders().map(({ mode, provider, configuration }) => {
    const use = uses?.find((one) => one.mode === mode && one.provider === provider) ?? UNUSED;
    const facts = { silentSince: silenceOfEid(configuration), use: uses && use };
    return {
      mode,
      name: liveEidNames(providers()[mode])[provider] ?? configuration.name,
      standing: standingOf(facts, lookedAt),
    };
  });
  return { service: serviceOf(unready), eids, lookedAt };
}

const UNUSED = { wasConfirmed: false, downs: 0, downSince: null, lastDown: null };

/** A process that stops still answers; others take its place. */
function serviceOf(unready: Awaited<ReturnType<typeof unreadiness>>): InstanceStatus["service"] {
  if (unready === null || unready === "stopping") return "works";
  return unready === "database_away" ? unready : "not_ready";
}

async function readUses(): Promise<EidUse[] | null> {
  try {
    return await withTimeout(USE_MS, readEidUse(database()));
  } catch (fault) {
    logDatabaseAway(fault);
    return null;
  }
}
