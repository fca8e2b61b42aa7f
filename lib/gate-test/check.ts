import { decryptId } from "#lib/crypto/opaque-id.ts";
import type { Exhausted } from "#lib/verification/limits.ts";
import { acceptedCalls, refusedCalls } from "./limits.ts";
import { type Effect, effectOf } from "./orders.rules.ts";
import { isDeviceOf, type Run, tokenKeysOf } from "./run.ts";
import { readTokenId } from "./token.rules.ts";

/** `pluginKey`: `undefined` where the question names none, `null` where it names two, or none that can be one. */
type Asked = { token: string; deviceId: string; pluginKey: string | null | undefined; caller: string };

/** Does what the token check of a run does about a question. It reads no database and stores nothing. */
export function checkPlayed(
  run: Run,
  { token: text, deviceId, pluginKey, caller }: Asked,
  now = new Date(),
): Effect | { does: "refuse"; reason: "rate_limited"; exhausted: Exhausted } {
  const id = decryptId("token", text, tokenKeysOf(run));
  const token = id === null ? null : readTokenId(id);
  const effect =
    token && effectOf(token, { pluginKey, isSameDevice: isDeviceOf(run, deviceId, token.device) }, run, now);
  const exhausted = effect === null ? refusedCalls.take(caller) : acceptedCalls.take(run.text);
  if (exhausted) return { does: "refuse", reason: "rate_limited", exhausted };
  return effect ?? { does: "refuse", reason: "token_unknown" };
}
