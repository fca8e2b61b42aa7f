import { LRUCache } from "lru-cache";
import type { MinimumAge } from "#lib/core/age.rules.ts";
import type { Mode, ProviderId } from "#lib/core/provider.rules.ts";
import {
  type CallCode,
  type CheckCode,
  isBilledCall,
  isBilledStep,
  isPage,
  type StepCode,
  storedStep,
  whyNotOf,
} from "./activity.rules.ts";
import { droppedEvents } from "./dropped-events.ts";
import { wentWell } from "./explanation.rules.ts";
import { flushSoon } from "./flush.ts";
import { enqueue, type QueuedEvent } from "./queue.ts";
import { isTooMany } from "./throttle.ts";

/** A call of a generator. `pluginKey`: `null` where none could be spelt like that; then it is nobody's. */
type Call = {
  pluginKey: string | null;
  code: CallCode;
  provider: ProviderId;
  minimumAge: MinimumAge | null;
  host: string | null;
  /** The one that the answer names: the check's, or that of a refused call. */
  reference: string;
};

/** What a verification says of itself. */
type Walk = {
  id: string;
  pluginKeyId: string;
  mode: Mode;
  provider: ProviderId;
  minimumAge: MinimumAge;
  returnOrigin: string;
  problem: string | null;
};

/**
 * `token`: whose verification it is, where whoever reads the record may know. `reference`: the one that the answer names. It is
 * not the check's: a token must not lead to the steps of the visitor who brought it.
 */
type Check = {
  pluginKey?: string | null | undefined;
  pluginKeyId?: string;
  code: CheckCode;
  token?: Walk;
  reference: string;
};

export function recordCall({ pluginKey, code, provider, minimumAge, host, reference }: Call): void {
  if (pluginKey === null) return;
  const billed = isBilledCall(code, provider);
  record({
    ...eventOf("call", code),
    pluginKey,
    provider,
    minimumAge,
    host,
    billed,
    reference,
  });
}

/** Of a live check no more than `storedStep` lets through; why it was not confirmed is counted, and kept with nothing else. */
export function recordStep(walk: Walk, happened: StepCode): void {
  const code = storedStep(happened, walk.mode);
  if (code === null) return;
  if (isPage(code) && isSeenBefore(`${walk.id} ${code}`)) return;
  const billed = isBilledStep(code, walk.provider);
  const whyNot = walk.mode === "live" ? whyNotOf(happened, walk.problem) : null;
  record({ ...eventOf("step", code), ...factsOf(walk), pluginKeyId: walk.pluginKeyId, billed, whyNot });
}

/** Named by nobody's key, it is nobody's. */
export function recordCheck({ pluginKey = null, pluginKeyId, code, token, reference }: Check): void {
  const key = pluginKeyId ?? token?.pluginKeyId ?? null;
  if (key === null && pluginKey === null) return;
  record({
    ...eventOf("check", code),
    ...(token && factsOf(token)),
    verificationId: null,
    reference,
    pluginKeyId: key,
    pluginKey: key === null ? pluginKey : null,
  });
}

function record(event: QueuedEvent): void {
  const key = event.pluginKeyId ?? event.pluginKey ?? "";
  const isDropped = event.kind === "gap";
  // Anybody can call and ask with a public key: that must not hide what the visitors of its shop ran into.
  const isCounted = !event.ok && !isDropped;
  if (isCounted && isTooMany(`${event.kind} ${key}`, (droppedCount) => record(droppedEvents(key, droppedCount))))
    return;
  if (enqueue(event)) flushSoon();
}

function eventOf(kind: "call" | "step" | "check", code: string): QueuedEvent {
  return {
    at: performance.now(),
    pluginKey: null,
    pluginKeyId: null,
    kind,
    code,
    ok: wentWell(kind, code),
    provider: null,
    minimumAge: null,
    host: null,
    billed: false,
    reference: null,
    droppedCount: null,
    whyNot: null,
    verificationId: null,
  };
}

function factsOf({ id, provider, minimumAge, returnOrigin }: Walk) {
  return { verificationId: id, provider, minimumAge, host: URL.parse(returnOrigin)?.hostname ?? null };
}

/** Pages that were recorded lately: who reloads one writes nothing. */
const seen = new LRUCache<string, true>({ max: 20_000, ttl: 3_600_000 });

function isSeenBefore(page: string): boolean {
  if (seen.has(page)) return true;
  seen.set(page, true);
  return false;
}
