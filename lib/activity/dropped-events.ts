import type { QueuedEvent } from "./queue.ts";

/** Says in the record itself that something is missing there. `key`: its text or its id. */
export function droppedEvents(key: string, droppedCount: number): QueuedEvent {
  const isText = key.startsWith("pk_");
  return {
    at: performance.now(),
    pluginKey: isText ? key : null,
    pluginKeyId: isText ? null : key,
    kind: "gap",
    code: "not_recorded",
    ok: false,
    provider: null,
    minimumAge: null,
    host: null,
    billed: false,
    reference: null,
    droppedCount,
    whyNot: null,
    verificationId: null,
  };
}
