import type { MinimumAge } from "#lib/core/age.rules.ts";
import { encryptId } from "#lib/core/opaque-id.ts";
import type { ProviderId } from "#lib/core/provider.rules.ts";
import { type Result, refuse } from "#lib/core/result.ts";
import { readReturnUrl, withToken } from "#lib/core/return-url.rules.ts";
import type { AdmissionRefusal } from "#lib/verification/admission.rules.ts";
import type { Exhausted } from "#lib/verification/limits.ts";
import { admitPlayed } from "./admission.ts";
import { takeCall } from "./limits.ts";
import { ORDERS, type OrderName } from "./orders.rules.ts";
import { isSecretOf, type Run, tokenKeysOf } from "./run.ts";
import { decryptSession, type PlayedCheck } from "./session.ts";
import { idOfToken } from "./token.rules.ts";

/** `order`: by its name, as the walker sent it. */
export type WantedToken = { provider: ProviderId; session: string; secret: string; order: string };
export type GivenToken = Omit<PlayedCheck, "provider"> & { token: string; minimumAge: MinimumAge };
export type GiveTokenReason = AdmissionRefusal | "secret_wrong" | "case_unknown" | "session_unknown" | "rate_limited";

/** Plays the visitor who comes back from the eID. Only who opened the run gets a token, so nobody else passes the shop. */
export async function giveToken(
  run: Run,
  { provider, session: text, secret, order }: WantedToken,
  now = new Date(),
): Promise<Result<GivenToken, GiveTokenReason> & { exhausted?: Exhausted }> {
  if (!isSecretOf(run, secret)) return refuse("secret_wrong");
  const exhausted = takeCall(run);
  if (exhausted) return refuse("rate_limited", { exhausted });
  if (!isOrder(order)) return refuse("case_unknown");
  const session = await decryptSession(run, text);
  if (session?.provider !== provider) return refuse("session_unknown");
  const { device, minimumAge } = session;
  const returnUrl = readReturnUrl(session.returnUrl, true);
  if (typeof returnUrl === "string") throw new Error("A session holds a return URL that no call may have");
  const admitted = await admitPlayed({
    pluginKey: run.pluginKey,
    provider,
    minimumAge,
    returnUrl,
    originHost: undefined,
  });
  if (!admitted.ok) return refuse(admitted.reason);
  const id = idOfToken({ order, device, minimumAge, provider, issuedAt: now });
  const token = encryptId("token", id, tokenKeysOf(run));
  return { ok: true, ...session, returnUrl: withToken(session.returnUrl, token), token };
}

function isOrder(name: string): name is OrderName {
  return Object.hasOwn(ORDERS, name);
}
