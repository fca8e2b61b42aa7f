import { ask } from "./ask.ts";
import { type Started, startedBy, TRANSIENT } from "./link.ts";
import { type Checked, type MinimumAge, proofIn, TOKEN } from "./proof.ts";
import { randomId } from "./web-crypto.ts";

/** `createAgeway` throws for what an environment leaves `undefined`. */
export type Config = {
  /** The base address of the instance, such as `https://age.example`. */
  url: string | undefined;
  /** `pk_test_…` or `pk_live_…`. It is public. */
  pluginKey: string | undefined;
  /** `sk_…`, only for a locked key. It never leaves your backend. */
  secret?: string | undefined;
  /** How long one call may take, with its answer read. 5 seconds unless told. */
  timeoutMs?: number | undefined;
};

export type Start = {
  /** Which of the instance's two eIDs. `s` unless told. */
  provider?: "s" | "b";
  /** Random, made by your backend for this visitor's session. Never the visitor's word. */
  deviceId: string;
  age: MinimumAge;
  /** The page to come back to, whole: `https://shop.example/checkout`. Its query and fragment are kept. */
  returnUrl: string;
  /** The language of our pages; the browser's unless told. */
  language?: "da" | "de" | "en" | "fi" | "nb" | "sv";
};

export type Question = {
  /** What `token_age_verified` said. Of unknown type on purpose: a query may hold it twice, or not at all. */
  token: unknown;
  /** From the visitor's session: the id with which that session started a check. */
  deviceId: unknown;
  age: MinimumAge;
  /** The first question alone gets the yes. For a shop that keeps the answer rather than the token. */
  once?: boolean;
};

export type Ageway = {
  readonly url: string;
  readonly pluginKey: string;
  /** True for a locked key: then only `start` begins a check, and a link gets 403. */
  readonly isLocked: boolean;
  /** An address for a link. A browser that goes there is sent on to our page. */
  startUrl(start: Start): string;
  /** The address of our page, asked for by your backend. Never throws, and never starts two checks for one call. */
  start(start: Start & { idempotencyKey?: string }): Promise<Started>;
  /** Did this visitor prove to be of age? Never throws: anything but a clear yes is `allowed: false`. */
  check(question: Question): Promise<Checked>;
};

const TIMEOUT_MS = 5_000;
/** The longest that `start` waits before its second try, whatever `Retry-After` asks for. */
const MAX_WAIT_MS = 1_000;

/** Throws a `TypeError` for a configuration that could never work, so that a shop finds out when it starts. */
export function createAgeway({ url, pluginKey: key, secret, timeoutMs = TIMEOUT_MS }: Config): Ageway {
  const base = baseOf(url);
  const pluginKey = key ?? "";
  if (!/^pk_(?:test|live)_\w+$/.test(pluginKey)) throw new TypeError("pluginKey must begin with pk_test_ or pk_live_");
  if (secret !== undefined && !/^sk_\w+$/.test(secret)) throw new TypeError("secret must begin with sk_");
  if (!(timeoutMs > 0)) throw new TypeError("timeoutMs must be above 0");
  const mode = pluginKey.startsWith("pk_live_") ? "live" : "test";

  function startUrl({ provider = "s", deviceId, age, returnUrl, language }: Start): string {
    const path = [pluginKey, deviceId, String(age)].map(encodeURIComponent).join("/");
    const query = new URLSearchParams({ domain: returnUrl, ...(language && { lang: language }) });
    return `${base}/api/url_generator_${provider}/${path}?${query}`;
  }

  async function start({ idempotencyKey = randomId(), ...wanted }: Start & { idempotencyKey?: string }) {
    const headers = { "Idempotency-Key": idempotencyKey, ...(secret && { Authorization: `Bearer ${secret}` }) };
    const tryOnce = async () => startedBy(await ask(startUrl(wanted), headers, timeoutMs));
    const first = await tryOnce();
    if (first.started || !TRANSIENT.has(first.why)) return first;
    // The key makes the second try safe: an instance that heard the first one answers with its link.
    await new Promise((done) => setTimeout(done, Math.min(first.retryAfterMs ?? MAX_WAIT_MS / 4, MAX_WAIT_MS)));
    return tryOnce();
  }

  async function check({ token, deviceId, age, once = false }: Question): Promise<Checked> {
    if (typeof token !== "string" || !TOKEN.test(token)) return { allowed: false, why: "no_token" };
    if (typeof deviceId !== "string" || deviceId === "") return { allowed: false, why: "no_device" };
    const path = [token, deviceId].map(encodeURIComponent).join("/");
    const query = new URLSearchParams({ plugin_key: pluginKey, ...(once && { once: "1" }) });
    const answer = await ask(`${base}/api/auth_check/${path}?${query}`, {}, timeoutMs);
    return proofIn(answer, { age, mode, now: new Date() });
  }

  return { url: base, pluginKey, isLocked: secret !== undefined, startUrl, start, check };
}

/** Without a slash at its end, so that a path can follow. */
function baseOf(text: string | undefined): string {
  if (!text || !/^https?:\/\/[^\s?#]+$/.test(text))
    throw new TypeError("url must be the base address of an instance, such as https://age.example");
  return new URL(text).href.replace(/\/+$/, "");
}
