import { randomUUID } from "node:crypto";
import { listPluginKeys } from "#db/queries/plugin-key.ts";
import { recordCall } from "#lib/activity/record.ts";
import type { Result } from "#lib/base/result.ts";
import type { Actor } from "#lib/core/actor.ts";
import type { ProviderId } from "#lib/core/provider.rules.ts";
import { readOf } from "#lib/core/read.ts";
import { parseReturnUrl } from "#lib/core/return-url.rules.ts";
import { newReference, referenceOf } from "#lib/crypto/reference.ts";
import { config } from "#lib/runtime/config.ts";
import type { TestCheckReason } from "#lib/verification/wording.ts";
import type { StartRequest } from "./facts.ts";
import { type Started, startVerification } from "./start.ts";

/** Our page that a test check returns to. It shows what the shop's backend would hear. */
const RETURN_PATH = "/test-check";

/**
 * Starts a check with the organization's newest test key, or the `wanted` one, as a shop's page would, but with a page of ours as the return URL:
 * the shop needs no code and no verified domain for it. It is free and goes to the test eID.
 */
export async function startTestCheck(
  actor: Actor,
  organizationId: string,
  provider: ProviderId,
  wanted: string | null = null,
): Promise<Result<{ url: string }, TestCheckReason>> {
  const listed = await readOf(actor, "run a test check", organizationId, (db) => listPluginKeys(db, organizationId));
  if (!listed.ok) return listed;
  const now = new Date();
  const key = listed.read.findLast(
    ({ key, mode, revokedAt, endsAt }) =>
      mode === "test" && revokedAt === null && (endsAt === null || endsAt > now) && (wanted === null || key === wanted),
  )?.key;
  if (key === undefined) return { ok: false, reason: "test_key_missing" };
  const deviceId = randomUUID();
  const query = new URLSearchParams({ device: deviceId, key });
  const returnUrl = parseReturnUrl(`${config().baseUrl}${RETURN_PATH}?${query}`);
  if (returnUrl === null) throw new Error("Our own address is not one to return to");
  const ask = { pluginKey: key, provider, minimumAge: 18, deviceId, returnUrl, returnsToUs: true } as const;
  const started = await startFromDashboard(ask);
  return started.ok ? { ok: true, url: started.url } : { ok: false, reason: "test_check_refused" };
}

/** Stands in place of an address prefix. */
export const FROM_DASHBOARD = "dashboard";

type DashboardCall = Pick<StartRequest, "provider" | "minimumAge" | "deviceId" | "returnUrl" | "returnsToUs"> & {
  pluginKey: string;
};

/** Starts and records a check as a generator does; a page of ours is no host of the shop's. */
export async function startFromDashboard(ask: DashboardCall): Promise<Started> {
  const { pluginKey, provider, minimumAge, returnUrl, returnsToUs } = ask;
  const none = { originHost: undefined, idempotencyKey: null, secret: null, visitor: null };
  const started = await startVerification({ ...ask, ...none, caller: FROM_DASHBOARD });
  const call = { pluginKey, provider, minimumAge, host: returnsToUs ? null : returnUrl.host };
  if (started.ok)
    recordCall({ ...call, code: "accepted", reference: referenceOf(started.id), verificationId: started.id });
  else recordCall({ ...call, code: started.reason, reference: newReference() });
  return started;
}
