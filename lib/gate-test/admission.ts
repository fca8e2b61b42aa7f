import { readKeys } from "#db/queries/admission-key.ts";
import { coveringHosts, isCovered, isLoopback } from "#lib/base/host.rules.ts";
import { isSecretIn } from "#lib/crypto/digest.ts";
import { noteShop } from "#lib/observe/request-context.ts";
import { database } from "#lib/runtime/database.ts";
import { type AdmissionReason, type Ask, admissionReason } from "#lib/verification/admission.rules.ts";

/** `secret`: of a locked key, as the call carries it; `undefined`: this is no call of the shop's. */
type Played = Pick<Ask, "provider" | "minimumAge" | "returnUrl" | "originHost"> & {
  pluginKey: string | null;
  secret?: string | null;
};

/** Lists what only a real check needs: an eID, a subscription that pays, and what the device has proven. */
const NO_CHECK = {
  hasEid: true,
  subscription: null,
  graceMs: 0,
  usage: { checks: 0, spentMinor: 0 },
  reserved: [],
  verifiedDevices: "asked_again",
  verifiedAge: null,
  isReplay: false,
} as const;

export type Admitted =
  | { ok: true; organizationId: string }
  | { ok: false; reason: AdmissionReason; mayReturn: boolean };

/**
 * The true rules of key, organization and hosts (contract §1, rules 8 and 9), for a check that is only played: it reads, and
 * writes nothing. Its shop's host is loopback or verified, also where a test key might return to other machines of a developer.
 */
export async function admitPlayed({ pluginKey, secret, ...ask }: Played): Promise<Admitted> {
  const { host } = ask.returnUrl;
  const hosts = [...coveringHosts(host), ...(ask.originHost ? coveringHosts(ask.originHost) : [])];
  const { now, keys } = await readKeys(database(), new Map(pluginKey === null ? [] : [[pluginKey, hosts]]));
  const key = keys[0] ?? null;
  if (key) noteShop({ organizationId: key.organizationId, pluginKeyId: key.id });
  const isOwn = key !== null && (isLoopback(host) || isCovered(host, key.domains));
  const facts = {
    ...NO_CHECK,
    key,
    isLockedOut: key?.isLocked === true && secret !== undefined && !isSecretIn(key.secrets, secret),
    organization: { suspendedAt: key?.suspendedAt ?? null },
    domains: key?.domains ?? [],
  };
  const reason = admissionReason(ask, facts, now) ?? (isOwn ? null : "domain_not_verified");
  if (reason === null && key !== null) return { ok: true, organizationId: key.organizationId };
  return { ok: false, reason: reason ?? "plugin_key_unknown", mayReturn: isOwn };
}
