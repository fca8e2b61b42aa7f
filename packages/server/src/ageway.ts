import { ask } from "./ask.ts";
import { type Started, startedBy, TRANSIENT } from "./link.ts";
import { type Checked, type MinimumAge, proofIn, TOKEN } from "./proof.ts";
import { visitorDigest } from "./visitor-address.ts";

export type Config = {
  /** The instance: `https://age.example`. */
  url: string | undefined;
  /** `pk_test_…` or `pk_live_…` */
  pluginKey: string | undefined;
  /** `sk_…`, of a locked key. Empty, as an environment has it, is none. */
  secret?: string | undefined;
  /** For one call. 5,000 unless told. */
  timeoutMs?: number | undefined;
};

export type Start = {
  /** Which eID. `s` unless told. */
  provider?: "s" | "b";
  /** Random, of this visitor's session */
  deviceId: string;
  age: MinimumAge;
  /** The page to come back to: `https://shop.example/checkout?a=1` */
  returnUrl: string;
  language?: "da" | "de" | "en" | "fi" | "nb" | "sv";
};

/** `visitor`: what counts of their address, so that one visitor starts a few checks of a locked key at most. */
type FromBackend = { idempotencyKey?: string; visitor?: string | null };

export type Question = {
  /** What `token_age_verified` said, of whatever type */
  token: unknown;
  /** From the session that started the check */
  deviceId: unknown;
  age: MinimumAge;
  /** The first question alone gets the yes. */
  once?: boolean;
};

export type Ageway = {
  readonly url: string;
  readonly pluginKey: string;
  /** Only `start` begins a check then. */
  readonly isLocked: boolean;
  /** For a link: it leads to our page. */
  startUrl(start: Start): string;
  /** Asks for the address of our page. Never throws, and starts one check at most. */
  start(start: Start & FromBackend): Promise<Started>;
  /** Never throws: anything but a clear yes is `allowed: false`. */
  check(question: Question): Promise<Checked>;
};

const TIMEOUT_MS = 5_000;
/** Before a second try */
const WAIT_MS = 250;
/** The longest that `start` waits before its second try, whatever `Retry-After` asks for. */
const MAX_WAIT_MS = 1_000;

/** Throws a `TypeError` for a configuration that could never work. */
export function createAgeway({ url, pluginKey: key, secret: given, timeoutMs = TIMEOUT_MS }: Config): Ageway {
  const base = baseOf(url);
  const pluginKey = key ?? "";
  const secret = given || undefined;
  if (!/^pk_(?:test|live)_\w+$/.test(pluginKey)) throw new TypeError("pluginKey must begin with pk_test_ or pk_live_");
  if (secret !== undefined && !/^sk_\w+$/.test(secret)) throw new TypeError("secret must begin with sk_");
  if (!(timeoutMs > 0)) throw new TypeError("timeoutMs must be above 0");
  const mode = pluginKey.startsWith("pk_live_") ? "live" : "test";

  function startUrl({ provider = "s", deviceId, age, returnUrl, language }: Start): string {
    const path = [pluginKey, deviceId, String(age)].map(encodeURIComponent).join("/");
    const query = new URLSearchParams({ domain: returnUrl, ...(language && { lang: language }) });
    return `${base}/api/url_generator_${provider}/${path}?${query}`;
  }

  async function start({ idempotencyKey = crypto.randomUUID(), visitor, ...wanted }: Start & FromBackend) {
    const headers = {
      "Idempotency-Key": idempotencyKey,
      ...(secret && { Authorization: `Bearer ${secret}` }),
      ...(secret && visitor && { "Ageway-Visitor": await visitorDigest(visitor, secret) }),
    };
    const tryOnce = async () => startedBy(await ask(startUrl(wanted), headers, timeoutMs));
    const first = await tryOnce();
    if (first.started || !TRANSIENT.includes(first.why)) return first;
    // The key makes the second try safe: an instance that heard the first one answers with its link.
    await wait(Math.min(first.retryAfterMs ?? WAIT_MS, MAX_WAIT_MS));
    return tryOnce();
  }

  async function check({ token, deviceId, age, once = false }: Question): Promise<Checked> {
    if (typeof token !== "string" || !TOKEN.test(token)) return { allowed: false, why: "no_token" };
    if (typeof deviceId !== "string" || deviceId === "") return { allowed: false, why: "no_device" };
    const path = [token, deviceId].map(encodeURIComponent).join("/");
    const query = new URLSearchParams({ plugin_key: pluginKey, ...(once && { once: "1" }) });
    const url = `${base}/api/auth_check/${path}?${query}`;
    const tryOnce = async () => proofIn(await ask(url, {}, timeoutMs), { age, mode, now: new Date() });
    const first = await tryOnce();
    // With `once`, the answer that was lost may have been the only yes.
    if (once || first.allowed || first.why !== "unavailable") return first;
    await wait(WAIT_MS);
    return tryOnce();
  }

  return { url: base, pluginKey, isLocked: secret !== undefined, startUrl, start, check };
}

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Hosts that no public name leads to: without TLS anybody on the way could answer yes, and read the secret. */
const PRIVATE =
  /^(?:[^.[]+|.+\.(?:localhost|test|local|internal)|(?:1(?:0|27)|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.[\d.]+|\[(?:::1|f[cd].+)])$/;

/** Without a slash at its end, so that a path can follow. */
function baseOf(text = ""): string {
  const url = /^https?:\/\/[^\s?#]+$/.test(text) ? new URL(text) : null;
  if (url === null || (url.protocol === "http:" && !PRIVATE.test(url.hostname)))
    throw new TypeError("url must be as https://age.example, with http in a private network alone");
  return url.href.replace(/\/+$/, "");
}
