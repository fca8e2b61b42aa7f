import type { Mode } from "#lib/core/provider.rules.ts";
import type { ActivityKind } from "./activity.rules.ts";
import { isEnd } from "./funnel.rules.ts";

/** Says how far an integration has come, in the order of its steps. */
export type Checklist = {
  testCheckFinished: boolean;
  shopCalled: boolean;
  backendAsked: boolean;
  domainVerified: boolean;
  planChosen: boolean;
  liveCheckFinished: boolean;
};

type Event = { mode: Mode; kind: ActivityKind; code: string };

type Facts = { hasCalled: boolean; hasAsked: boolean; isVerified: boolean; hasPlan: boolean };

export function checklistOf(events: readonly Event[], { hasCalled, hasAsked, isVerified, hasPlan }: Facts): Checklist {
  const hasFinished = (wanted: Mode) => events.some(({ mode, kind, code }) => mode === wanted && isEnd(kind, code));
  return {
    testCheckFinished: hasFinished("test"),
    shopCalled: hasCalled,
    backendAsked: hasAsked,
    domainVerified: isVerified,
    planChosen: hasPlan,
    liveCheckFinished: hasFinished("live"),
  };
}
