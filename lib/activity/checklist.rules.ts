import type { Mode } from "#lib/core/provider.rules.ts";
import type { ActivityKind } from "./activity.rules.ts";
import { isEnd } from "./funnel.rules.ts";

/** How far an integration has come. */
export type Checklist = {
  keyUsed: boolean;
  testCheckFinished: boolean;
  domainVerified: boolean;
  liveCheckFinished: boolean;
};

type Event = { mode: Mode; kind: ActivityKind; code: string };

export function checklistOf(events: readonly Event[], domainVerified: boolean): Checklist {
  const hasFinished = (wanted: Mode) => events.some(({ mode, kind, code }) => mode === wanted && isEnd(kind, code));
  return {
    keyUsed: events.some(({ kind }) => kind === "call"),
    testCheckFinished: hasFinished("test"),
    domainVerified,
    liveCheckFinished: hasFinished("live"),
  };
}
