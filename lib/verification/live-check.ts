import type { ProviderId } from "#lib/core/provider.rules.ts";
import { encryptId } from "#lib/crypto/opaque-id.ts";
import { registeredCode } from "#lib/eid/problem.rules.ts";
import { log } from "#lib/observe/log.ts";
import { config } from "#lib/runtime/config.ts";
import { isSameBrowser, type Visitor } from "./authorization-attempt.ts";
import { readVerification } from "./read-verification.ts";
import { stateOf } from "./verification.rules.ts";

/** One that is live began within half an hour, so it is among the newest. */
const MAX_READ = 4;

/**
 * The session of the check that this browser took to the eID last, where the eID's answer names none (`state` is missing); `null`: none
 * is there. `ids`: the checks that the browser has cookies of, the newest first. Decides nothing: an answer without its
 * `state` proves nothing, also not that the check failed.
 */
export async function liveCheckOf(
  provider: ProviderId,
  ids: readonly string[],
  visitor: Visitor,
  error: string | null,
): Promise<string | null> {
  log.warn({ event: "eid_answer_without_state", provider, ...(error !== null && { code: registeredCode(error) }) });
  const rows = await Promise.all(ids.slice(0, MAX_READ).map(readVerification));
  const live = rows.filter(
    (row) =>
      row?.provider === provider &&
      isSameBrowser(row, visitor) &&
      row.problem !== "too_young" &&
      stateOf(row, row.now, config().ttl) === "authorizing",
  );
  const last = live.toSorted((a, b) => +(a?.startedAt ?? 0) - +(b?.startedAt ?? 0)).at(-1);
  return last ? encryptId("session", last.id) : null;
}
