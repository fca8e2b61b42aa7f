import type { Db } from "#db/client.ts";
import { type KeyRow, readKeys } from "#db/queries/admission-key.ts";
import { type RememberedKey, readIdempotencyKeys } from "#db/queries/idempotency-key.ts";
import { type ProofQuestion, readVerifiedAges } from "#db/queries/verification-proof.ts";
import { coveringHosts } from "#lib/base/host.rules.ts";
import { deviceDigests, idempotencyDigests, isSecretIn } from "#lib/crypto/digest.ts";
import { heardOfMachines } from "#lib/limits/shared.ts";
import { config } from "#lib/runtime/config.ts";
import { type Ask, turnsAway } from "./admission.rules.ts";

/** A call of a generator, read and checked. `pluginKey`: `null` where the text cannot be a key. */
export type StartRequest = Ask & {
  pluginKey: string | null;
  deviceId: string;
  idempotencyKey: string | null;
  /** The secret that the caller sent; `null`: none, or a text that cannot be one. */
  secret: string | null;
  /** The address prefix of the caller, as `callerOf` writes it. */
  caller: string;
  /** The digest by which the shop's backend names its visitor (`Ageway-Visitor`). It counts with a secret of the key alone. */
  visitor: string | null;
  /** The return URL is a page of ours, so no verified domain is needed. Only our own code sets this. */
  returnsToUs?: true;
};

/** One request of a batch, with what the database says about its key. */
export type Call = {
  n: number;
  request: StartRequest;
  key: KeyRow | null;
  /** The call carries a secret of the key, so the shop's backend makes it. All else of a call anybody can write, `Origin` too. */
  isBackend: boolean;
  /** The digest of the Idempotency-Key under each of our keys, the current one first; empty: the caller sent none. */
  idempotencies: Idempotency[];
};

export type Idempotency = { key: string; request: string };

/** Holds what the database says about a batch of calls, and when it said so. */
export type Facts = Awaited<ReturnType<typeof readFacts>>;

/**
 * Reads the facts in one statement, and in a second one what only some calls need. Meanwhile other machines say what they let
 * pass.
 */
export async function readFacts(db: Db, requests: readonly StartRequest[]) {
  const [{ now, keys }] = await Promise.all([readKeys(db, hostsByKey(requests)), heardOfMachines()]);
  const byText = withSharedUsage(keys);
  // Keys of one organization share its usage.
  const calls = requests.map((request, n) => callOf(request, n, byText));
  const questions = calls.flatMap(proofQuestion);
  // The earlier calls under the same Idempotency-Keys are read after the usage, which has counted each of them.
  const [verifiedAges, remembered] = await Promise.all([
    readVerifiedAges(db, questions, new Date(+now - config().ttl.tokenMs)),
    readRemembered(db, calls),
  ]);
  return { now, calls, verifiedAges, remembered };
}

/** `keys`: by their text. */
function callOf(request: StartRequest, n: number, keys: ReadonlyMap<string, KeyRow>): Call {
  const key = keys.get(request.pluginKey ?? "") ?? null;
  const isBackend = key !== null && isSecretIn(key.secrets, request.secret);
  return { n, request, key, isBackend, idempotencies: idempotenciesOf(request, isBackend) };
}

/** Says what the rules must know about the device; empty where they do not ask about it. */
function proofQuestion({ n, request, key }: Call): ProofQuestion[] {
  if (!key || !turnsAway(request, key.verifiedDevices)) return [];
  const devices = deviceDigests(key.organizationId, request.deviceId).map((digest) => digest.toString("hex"));
  return [{ n, organizationId: key.organizationId, mode: key.mode, devices }];
}

/**
 * Names whose Idempotency-Key it is, so that no stranger who guesses it takes it, or hears of it: the backend's, or that of one
 * device. Both secrets of a key count as one backend, so that a retry finds its link while the shop rotates them.
 */
function ownerOf({ deviceId }: StartRequest, isBackend: boolean): string[] {
  return isBackend ? ["secret"] : ["device", deviceId];
}

function idempotenciesOf(request: StartRequest, isBackend: boolean): Idempotency[] {
  const { idempotencyKey, provider, deviceId, minimumAge, returnUrl } = request;
  if (idempotencyKey === null) return [];
  const keys = idempotencyDigests("key", idempotencyKey, ...ownerOf(request, isBackend));
  const requests = idempotencyDigests("request", provider, deviceId, String(minimumAge), returnUrl.href);
  return keys.map((key, n) => ({ key, request: requests[n] ?? "" }));
}

async function readRemembered(db: Db, calls: readonly Call[]): Promise<RememberedKey[]> {
  const asked = calls.flatMap(({ key, idempotencies }) =>
    key ? idempotencies.map((one) => ({ pluginKeyId: key.id, ...one })) : [],
  );
  return readIdempotencyKeys(db, asked);
}

function hostsByKey(requests: readonly StartRequest[]): Map<string, string[]> {
  const hosts = new Map<string, Set<string>>();
  for (const { pluginKey, returnUrl, originHost } of requests) {
    if (pluginKey === null) continue;
    const own = hosts.get(pluginKey) ?? new Set();
    hosts.set(pluginKey, own);
    for (const host of coveringHosts(returnUrl.host)) own.add(host);
    if (originHost) for (const host of coveringHosts(originHost)) own.add(host);
  }
  return new Map([...hosts].map(([key, own]) => [key, [...own]]));
}

/** Decisions count on in the usage of an organization, whichever of its keys a call has. */
function withSharedUsage(keys: readonly KeyRow[]): Map<string, KeyRow> {
  const usages = new Map(keys.map(({ organizationId, usage }) => [organizationId, usage]));
  return new Map(keys.map((key) => [key.text, { ...key, usage: usages.get(key.organizationId) ?? key.usage }]));
}
