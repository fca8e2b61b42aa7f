import { randomUUID } from "node:crypto";
import { listPluginKeys } from "#db/queries/plugin-key.ts";
import { noteTooYoung } from "#db/queries/verification.ts";
import { recordStep, recordTooYoung } from "#lib/activity/record-step.ts";
import type { Result } from "#lib/base/result.ts";
import type { Actor } from "#lib/core/actor.ts";
import type { MinimumAge } from "#lib/core/age.rules.ts";
import type { ProviderId } from "#lib/core/provider.rules.ts";
import { readOf } from "#lib/core/read.ts";
import { readReturnUrl } from "#lib/core/return-url.rules.ts";
import { newSecret } from "#lib/crypto/digest.ts";
import { encryptId } from "#lib/crypto/opaque-id.ts";
import { referenceOf } from "#lib/crypto/reference.ts";
import { database } from "#lib/runtime/database.ts";
import { claimLink } from "./claim-link.ts";
import { decryptReturnUrl, encryptReturnUrl, tokenUrl } from "./encrypted-return-url.ts";
import { leave } from "./leave.ts";
import { readVerification } from "./read-verification.ts";
import { FROM_DASHBOARD, startFromDashboard } from "./test-check.ts";
import type { TestCheckReason } from "./wording.ts";

type SentNo = { pluginKey: string; provider: ProviderId; minimumAge: MinimumAge; page: string };

/**
 * Plays a visitor who is too young through a check of a test key, up to the moment at which the browser goes back to the shop.
 * The member's own browser then does that, so that a shop on their machine is reached. `sent`: names the check, encrypted.
 */
export async function sendNo(
  actor: Actor,
  organizationId: string,
  { pluginKey, provider, minimumAge, page }: SentNo,
): Promise<Result<{ sent: string }, TestCheckReason>> {
  const listed = await readOf(actor, "run a test check", organizationId, (db) => listPluginKeys(db, organizationId));
  if (!listed.ok) return listed;
  if (!listed.read.some(({ key, mode }) => key === pluginKey && mode === "test"))
    return { ok: false, reason: "test_key_missing" };
  const returnUrl = readReturnUrl(page, true);
  if (typeof returnUrl === "string") return { ok: false, reason: "return_page_invalid" };
  const started = await startFromDashboard({ pluginKey, provider, minimumAge, deviceId: randomUUID(), returnUrl });
  if (!started.ok) {
    const reason = started.reason === "domain_not_verified" ? "return_page_not_yours" : "test_check_refused";
    return { ok: false, reason };
  }
  await beTooYoung(provider, started.id);
  const sent = await encryptReturnUrl(
    { verificationId: started.id, href: returnUrl.href },
    purposeOf(organizationId, pluginKey),
  );
  return { ok: true, sent };
}

/** Says what a browser and the eID would do. */
async function beTooYoung(provider: ProviderId, id: string): Promise<void> {
  const verification = await readVerification(id);
  if (!verification) throw new Error("The check that began just now is gone");
  const secret = newSecret();
  await claimLink(verification, secret, FROM_DASHBOARD);
  recordStep(verification, "opened");
  recordStep(verification, "claimed");
  if (await noteTooYoung(database("link"), id)) recordTooYoung(verification);
  const visitor = { secretFor: () => secret, encryptedReturnUrlFor: () => null, caller: FROM_DASHBOARD };
  await leave(provider, encryptId("session", id), visitor);
}

/**
 * The page to go back to, with the token, and the reference of the check; `null`: we did not send it with this key of this
 * organization, or it is too old. So nobody can make a member of another organization open a page of theirs from the dashboard.
 */
export async function readSentNo(
  sent: string,
  organizationId: string,
  pluginKey: string,
): Promise<{ url: string; reference: string } | null> {
  const found = await decryptReturnUrl(sent, purposeOf(organizationId, pluginKey));
  if (found === null) return null;
  return { url: tokenUrl(found.verificationId, found.href), reference: referenceOf(found.verificationId) };
}

function purposeOf(organizationId: string, pluginKey: string): string {
  return `sent no ${organizationId} ${pluginKey}`;
}
