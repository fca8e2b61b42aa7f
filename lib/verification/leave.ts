import { completeVerification } from "#db/queries/verification-completion.ts";
import { recordLeft } from "#lib/activity/record-step.ts";
import type { ProviderId } from "#lib/core/provider.rules.ts";
import { config } from "#lib/runtime/config.ts";
import { database } from "#lib/runtime/database.ts";
import type { Visitor } from "./authorization-attempt.ts";
import { returnClaim } from "./claim-limit.ts";
import { homeFrom } from "./encrypted-return-url.ts";
import { linkStateOf } from "./link-state.ts";
import { isReserving, outcomeOfLeaving } from "./verification.rules.ts";

/** `ended`: `null` where the verification had ended before. */
export type Left = Awaited<ReturnType<typeof homeFrom>> | { go: "home"; url: string; ended: null } | { go: "again" };

const STEP_OF = { too_young: "too_young", cancelled: "went_back", failed: "gave_up" } as const;

/** "Go back": ends the verification as it stands, free of charge, and answers the return URL with a token. */
export async function leave(provider: ProviderId, session: string, visitor: Visitor): Promise<Left> {
  const state = await linkStateOf(provider, session, visitor);
  if (state.at === "home") return { go: "home", url: state.url, ended: null };
  if (state.at !== "open" && state.at !== "too_young") return { go: "again" };
  const { id, startedAt } = state.verification;
  const { linkMs, flowMs } = config().ttl;
  const outcome = outcomeOfLeaving(state.at === "too_young" ? state.at : state.problem);
  if (!(await completeVerification(database("link"), { id, outcome, startedAt, linkMs, flowMs })))
    return { go: "again" };
  if (startedAt !== null && isReserving(state.verification)) returnClaim(state.verification, visitor.caller);
  recordLeft(state.verification, STEP_OF[outcome]);
  return homeFrom(state.verification);
}
