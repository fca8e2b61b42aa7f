import type { Mode } from "#lib/core/provider.rules.ts";
import type { ActivityKind } from "./activity.rules.ts";
import { isEnd } from "./funnel.rules.ts";

type Event = { mode: Mode; kind: ActivityKind; code: string };

type Facts = { hasCalled: boolean; hasAsked: boolean; isVerified: boolean; hasPlan: boolean };

/** Says how far an integration has come, in the order of its steps. */
export function checklistOf(events: readonly Event[], { hasCalled, hasAsked, isVerified, hasPlan }: Facts) {
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
