import { timingSafeEqual } from "node:crypto";
import type { KeyRow } from "#db/queries/admission-key.ts";
import type { ProofQuestion } from "#db/queries/verification-proof.ts";
import { deviceDigests, idempotencyDigests, secretDigest } from "#lib/crypto/digest.ts";
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

/** `keys`: by their text. */
export function callOf(request: StartRequest, n: number, keys: ReadonlyMap<string, KeyRow>): Call {
  const key = keys.get(request.pluginKey ?? "") ?? null;
  const isBackend = key !== null && hasSecretOf(key, request.secret);
  return { n, request, key, isBackend, idempotencies: idempotenciesOf(request, isBackend) };
}

/** Compares every secret of a key in constant time, so that the time says nothing about them. */
export function hasSecretOf({ secrets }: Pick<KeyRow, "secrets">, given: string | null): boolean {
  if (secrets.length === 0 || given === null) return false;
  const digest = secretDigest(given);
  return secrets.filter((secret) => timingSafeEqual(Buffer.from(secret, "hex"), digest)).length > 0;
}

/** Says what the rules must know about the device; empty where they do not ask about it. */
export function proofQuestion({ n, request, key }: Call): ProofQuestion[] {
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
