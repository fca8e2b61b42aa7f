import { v7 } from "uuid";
import {
  insertVerifications,
  type KeyRow,
  lockOrganizationsOf,
  type NewVerification,
  type RememberedKey,
  readIdempotencyKeys,
  readKeys,
  readProvenAges,
} from "#db/queries/admission.ts";
import { mintCapability } from "#lib/capability.ts";
import { config } from "#lib/config.ts";
import { database } from "#lib/database.ts";
import { deviceDigest, deviceDigests, idempotencyDigest } from "#lib/digest.ts";
import {
  type AdmissionFacts,
  type AdmissionRefusal,
  type Ask,
  mayReturnTo,
  POLICY,
  refusalOf,
} from "#lib/rules/admission.ts";
import { priceOf } from "#lib/rules/billing.ts";
import { coveringHosts } from "#lib/rules/return-url.ts";
import { type Exhausted, exhaustedByCall } from "./limits.ts";
import { sharingCommits } from "./shared-commit.ts";

/** A call of a generator, read to the letter. `pluginKey`: `null` where no key could be spelt like that. */
export type StartRequest = Ask & { pluginKey: string | null; deviceId: string; idempotencyKey: string | null };

export type StartRefusal = AdmissionRefusal | "rate_limited" | "idempotency_key_reused";

/** `mayReturn`: the return URL belongs to the organization, so a refused visitor may be sent back there. */
export type Started =
  | { ok: true; url: string }
  | { ok: false; reason: StartRefusal; mayReturn: boolean; exhausted?: Exhausted };

/** Rules 7 to 11 of contract §1. Durable before it answers: verification, billing event and usage are one commit. */
export async function startVerification(request: StartRequest): Promise<Started> {
  const exhausted = await exhaustedByCall(request.pluginKey ?? "no key", request.deviceId);
  return exhausted ? { ok: false, reason: "rate_limited", mayReturn: false, exhausted } : startTogether(request);
}

const startTogether = sharingCommits(startAll);

async function startAll(requests: readonly StartRequest[]): Promise<Started[]> {
  return database().transaction(async (tx) => {
    const pluginKeys = [...new Set(requests.flatMap(({ pluginKey }) => pluginKey ?? []))];
    const hosts = [...new Set(requests.flatMap(hostsOf).flatMap(coveringHosts))];
    // Sent together, run in turn: the facts are read after the gates are held.
    const [, { now, keys }] = await Promise.all([lockOrganizationsOf(tx, pluginKeys), readKeys(tx, pluginKeys, hosts)]);
    const calls = requests.map((request, n) => callOf(request, n, keys));
    const [provenAges, remembered] = await Promise.all([
      readProvenAges(tx, calls.flatMap(proofQuestion), new Date(+now - config().lives.tokenMs)),
      readIdempotencyKeys(
        tx,
        calls.flatMap(({ key, idempotency }) => (key && idempotency ? [{ pluginKeyId: key.id, ...idempotency }] : [])),
      ),
    ]);
    const accepted: NewVerification[] = [];
    // The later calls of this transaction see what the earlier ones spent and remembered.
    const accept = (row: NewVerification, idempotency: Call["idempotency"]) => {
      accepted.push(row);
      if (idempotency) remembered.push({ pluginKeyId: row.pluginKeyId, ...idempotency, verificationId: row.id });
      if (row.mode === "test") return;
      for (const key of keys)
        if (key.organizationId === row.organizationId) key.spentMinor += row.bill?.priceMinor ?? 0;
    };
    const answers = calls.map((call) => {
      const answer = decide(call, provenAges.get(call.n) ?? null, remembered, now);
      if (answer.ok && answer.row) accept(answer.row, call.idempotency);
      return answer.ok ? { ok: true as const, url: flowUrl(call.request.provider, answer.id) } : answer;
    });
    await insertVerifications(tx, accepted);
    return answers;
  });
}

type Call = {
  n: number;
  request: StartRequest;
  key: KeyRow | null;
  idempotency: { key: string; request: string } | null;
};
type Decided = { ok: true; id: string; row: NewVerification | null } | Extract<Started, { ok: false }>;

function callOf(request: StartRequest, n: number, keys: KeyRow[]): Call {
  const key = keys.find(({ text }) => text === request.pluginKey) ?? null;
  return { n, request, key, idempotency: idempotencyOf(request) };
}

function decide(
  { request, key, idempotency }: Call,
  provenAge: 16 | 18 | null,
  remembered: RememberedKey[],
  now: Date,
): Decided {
  const before = remembered.find((r) => r.pluginKeyId === key?.id && r.key === idempotency?.key);
  const facts: AdmissionFacts = {
    key,
    organization: { suspendedAt: key?.suspendedAt ?? null },
    subscription: key?.subscription ?? null,
    spentMinor: key?.spentMinor ?? 0,
    domains: key?.domains ?? [],
    provenAge,
    isReplay: before !== undefined && before.request === idempotency?.request,
  };
  const reason = refusalOf(request, facts, now);
  const mayReturn = key !== null && mayReturnTo(request.returnUrl.host, facts);
  if (reason !== null || key === null) return { ok: false, reason: reason ?? "plugin_key_unknown", mayReturn };
  if (before)
    return facts.isReplay
      ? { ok: true, id: before.verificationId, row: null }
      : { ok: false, reason: "idempotency_key_reused", mayReturn };
  const row = newVerification(request, key, idempotency, now);
  return { ok: true, id: row.id, row };
}

function newVerification(
  request: StartRequest,
  key: KeyRow,
  idempotency: Call["idempotency"],
  now: Date,
): NewVerification {
  const { provider, minimumAge, returnUrl, deviceId } = request;
  return {
    id: v7({ msecs: +now }),
    organizationId: key.organizationId,
    pluginKeyId: key.id,
    provider,
    mode: key.mode,
    minimumAge,
    device: deviceDigest(key.organizationId, deviceId).toString("hex"),
    returnOrigin: returnUrl.origin,
    returnUrl: returnUrl.href,
    createdAt: now,
    bill: POLICY[provider].bills === "when accepted" ? billOf(request, key) : null,
    idempotency,
  };
}

function billOf({ provider }: StartRequest, { mode, subscription }: KeyRow) {
  // A test key needs no subscription; XXX is ISO 4217 for "no currency".
  return {
    priceMinor: subscription ? priceOf(provider, mode, subscription) : 0,
    currency: subscription?.currency ?? "XXX",
  };
}

function proofQuestion({ n, request, key }: Call) {
  if (!key || !POLICY[request.provider].turnsAwayTheProven) return [];
  const devices = deviceDigests(key.organizationId, request.deviceId).map((digest) => digest.toString("hex"));
  return [{ n, organizationId: key.organizationId, mode: key.mode, devices }];
}

function idempotencyOf({
  idempotencyKey,
  provider,
  deviceId,
  minimumAge,
  returnUrl,
}: StartRequest): Call["idempotency"] {
  if (idempotencyKey === null) return null;
  return {
    key: idempotencyDigest("key", idempotencyKey).toString("hex"),
    request: idempotencyDigest("request", provider, deviceId, String(minimumAge), returnUrl.href).toString("hex"),
  };
}

function hostsOf({ returnUrl, originHost }: StartRequest): string[] {
  return originHost ? [returnUrl.host, originHost] : [returnUrl.host];
}

function flowUrl(provider: StartRequest["provider"], id: string): string {
  return `${config().baseUrl}/verify/${provider}?session=${mintCapability("session", id)}`;
}
