import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from "node:crypto";
import { daysMs } from "#lib/base/time.rules.ts";
import { decryptClaims, encryptClaims } from "#lib/crypto/encrypted-claims.ts";
import { readPluginKey } from "#lib/keys/plugin-key.rules.ts";
import { epochKeys } from "#lib/runtime/epoch.ts";

/** Names what runs are encrypted for: the former name of the gate test, so that addresses which shops use stay valid. */
export const RUNS_NAME = "shop doctor";
const PURPOSE = `${RUNS_NAME} run`;
const TTL_MS = daysMs(30);
/** Suffices: a host has 253 characters at most. */
const MAX_LENGTH = 1_024;
/** Is the header of every JWE of ours, and the empty key behind it: the same for all, so the address leaves it out. */
const HEADER = `${Buffer.from('{"alg":"dir","enc":"A256GCM"}').toString("base64url")}..`;

/** Holds one examination of a shop. `text`: the run, encrypted, as its address has it. Nothing of it is stored. */
export type Run = {
  text: string;
  pluginKey: string;
  organizationId: string;
  host: string;
  /** `program`: by `POST /doctor`. */
  openedBy: "dashboard" | "program";
};

export async function encryptRun({ pluginKey, organizationId, host, openedBy }: Omit<Run, "text">, now = new Date()) {
  // Whole seconds, as a JWT counts them.
  const expiresAt = new Date(Math.floor((now.getTime() + TTL_MS) / 1_000) * 1_000);
  const whole = await encryptClaims(PURPOSE, { sub: pluginKey, org: organizationId, host, by: openedBy }, expiresAt);
  if (!whole.startsWith(HEADER)) throw new Error("The header of a run is not what its address leaves out");
  return { text: whole.slice(HEADER.length), expiresAt };
}

/** `null`: we did not make it, or it has expired. */
export async function readRun(text: string): Promise<Run | null> {
  if (text.length > MAX_LENGTH || !isWrittenByUs(text)) return null;
  const { sub, org, host, by } = (await decryptClaims(PURPOSE, HEADER + text)) ?? {};
  const pluginKey = readPluginKey(sub ?? "");
  if (pluginKey === null || typeof org !== "string" || typeof host !== "string") return null;
  return { text, pluginKey, organizationId: org, host, openedBy: by === "dashboard" ? by : "program" };
}

/** Three parts, and each in the one spelling of the sixteen that base64url may have: another would count as another run. */
function isWrittenByUs(text: string): boolean {
  const parts = text.split(".");
  return parts.length === 3 && parts.every((part) => Buffer.from(part, "base64url").toString("base64url") === part);
}

/** Makes the secret, which only who opened the run has: it gives out tokens. */
export function runSecret({ text }: Pick<Run, "text">): string {
  return derived("secret", text, epochKeys()[0]).toString("base64url");
}

export function isSecretOf(run: Run, given: string): boolean {
  if (!/^[\w-]{43}$/.test(given)) return false;
  const bytes = Buffer.from(given, "base64url");
  return epochKeys().filter((key) => timingSafeEqual(derived("secret", run.text, key), bytes)).length > 0;
}

/** Makes the keys of a run's tokens: a token of another run, or of a visitor's check, is none of this one. */
export function tokenKeysOf({ text }: Pick<Run, "text">): [KeyObject, ...KeyObject[]] {
  const [first, ...others] = epochKeys().map((key) => createSecretKey(derived("token", text, key)));
  if (first === undefined) throw new Error("AGEWAY_KEYS holds no key");
  return [first, ...others];
}

/** A device id as a run knows it: 16 digits that say nothing outside of the run. The first is 8, 9, a or b, as a UUID wants it. */
export function deviceOf(run: Run, deviceId: string): string {
  return deviceUnder(epochKeys()[0], run, deviceId);
}

export function isDeviceOf(run: Run, deviceId: string, device: string): boolean {
  return epochKeys().some((key) => deviceUnder(key, run, deviceId) === device);
}

function deviceUnder(key: KeyObject, { text }: Run, deviceId: string): string {
  const digest = derived("device", `${text} ${deviceId}`, key).subarray(0, 8);
  digest[0] = 0x80 | ((digest[0] ?? 0) & 0x3f);
  return digest.toString("hex");
}

function derived(purpose: string, text: string, key: KeyObject): Buffer {
  return createHmac("sha256", key).update(`${RUNS_NAME} ${purpose}\0${text}`).digest();
}
