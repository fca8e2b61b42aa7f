import { refuse } from "#lib/base/result.ts";
import type { ProviderId } from "#lib/core/provider.rules.ts";
import { readReturnUrl } from "#lib/core/return-url.rules.ts";
import { encryptId } from "#lib/crypto/opaque-id.ts";
import { withToken } from "#lib/verification/encrypted-return-url.ts";
import { admitPlayed } from "./admission.ts";
import { wasHangRefused } from "./hanging.ts";
import { acceptedCalls, refusedCalls } from "./limits.ts";
import { MAX_SECONDS, ORDERS, type OrderName } from "./orders.rules.ts";
import { isSecretOf, type Run, tokenKeysOf } from "./run.ts";
import { decryptSession } from "./session.ts";
import { idOfToken } from "./token.rules.ts";

/** `order`: by its name, as the walker sent it; so are `seconds`, of a brief yes. `caller`: an address prefix. */
type WantedToken = {
  provider: ProviderId;
  session: string;
  secret: string;
  order: string;
  seconds: string | null;
  caller: string;
};

/**
 * Plays the visitor who comes back from the eID. Only who opened the run gets a token, so nobody else passes the shop.
 * `isHangRefused`: in the last minute an answer to the same device was to hang, and had no place.
 */
export async function giveToken(
  run: Run,
  { provider, session: text, secret, order, seconds: wantedSeconds, caller }: WantedToken,
  now = new Date(),
) {
  const isSecret = isSecretOf(run, secret);
  const exhausted = isSecret ? acceptedCalls.take(run.text) : refusedCalls.take(caller);
  if (exhausted) return refuse("rate_limited", { exhausted });
  if (!isSecret) return refuse("secret_wrong");
  if (!isOrder(order)) return refuse("case_unknown");
  const seconds = readSeconds(wantedSeconds);
  if (seconds === null) return refuse("body_invalid");
  const session = await decryptSession(run, text);
  if (session?.provider !== provider) return refuse("session_unknown");
  const { device, minimumAge } = session;
  const returnUrl = readReturnUrl(session.returnUrl, true);
  if (typeof returnUrl === "string") throw new Error("A session holds a return URL that no call may have");
  const { pluginKey } = run;
  const admitted = await admitPlayed({ pluginKey, provider, minimumAge, returnUrl, originHost: undefined });
  if (!admitted.ok) return refuse(admitted.reason);
  const id = idOfToken({ order, device, minimumAge, provider, issuedAt: now, seconds });
  const token = encryptId("token", id, tokenKeysOf(run));
  const isHangRefused = await wasHangRefused(run, device);
  return { ok: true, ...session, returnUrl: withToken(session.returnUrl, token), token, isHangRefused } as const;
}

function isOrder(name: string): name is OrderName {
  return Object.hasOwn(ORDERS, name);
}

/** `null`: no whole number of seconds that a brief yes may live. */
function readSeconds(text: string | null): number | null {
  const least = ORDERS.brief_yes.seconds;
  if (text === null) return least;
  const seconds = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  return seconds >= least && seconds <= MAX_SECONDS ? seconds : null;
}
