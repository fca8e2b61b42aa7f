import { createSecretKey, type KeyObject } from "node:crypto";
import { z } from "zod";
import { type ProviderConfiguration, readProvider } from "./providers/configuration.ts";
import type { Mode, ProviderId } from "./rules/admission.ts";
import { isLoopback } from "./rules/return-url.ts";
import type { Lives } from "./rules/verification.ts";

export type Config = {
  port: number;
  /** The public address, without a slash at its end. Every absolute URL of ours is built from it. */
  baseUrl: string;
  isHttps: boolean;
  /** Everything outside is played by the sandbox, and every page says so. */
  isDemo: boolean;
  databaseUrl: string;
  poolSize: number;
  /** The first signs, all verify. */
  keys: readonly [KeyObject, ...KeyObject[]];
  lives: Lives;
  /** Calls a minute: of one plugin key with one device, of one plugin key, and checks of one token. */
  limits: { devicePerMinute: number; keyPerMinute: number; tokenPerMinute: number };
  providers: Record<Mode, Record<ProviderId, ProviderConfiguration>>;
  mail: { smtpUrl: string } | { directory: string };
  mailFrom: string;
};

type Read = { ok: true; config: Config } | { ok: false; problems: string[] };

const wholeNumber = (standard: number, least: number, most: number) =>
  z.coerce.number(`must be a whole number from ${least} to ${most}`).int().min(least).max(most).default(standard);

const schema = z.object({
  PORT: wholeNumber(3000, 1, 65535),
  BASE_URL: z
    .string("is missing: the public address of this server, such as https://age.example")
    .refine(
      isBaseUrl,
      "must be an https:// origin without a path, such as https://age.example (http:// only on localhost)",
    ),
  DATABASE_URL: z
    .string("is missing: a PostgreSQL address, such as postgres://user:password@host:5432/ageway")
    .regex(/^postgres(ql)?:\/\//, "must begin with postgres://"),
  DATABASE_POOL: wholeNumber(10, 2, 200),
  AGEWAY_KEYS: z
    .string(
      "is missing: one or more keys of 32 random bytes, base64url, separated by commas; make one with `openssl rand -base64 32 | tr '+/' '-_' | tr -d '='`",
    )
    .transform((text) => text.split(",").map((key) => Buffer.from(key.trim(), "base64url")))
    .refine((keys) => keys.every((key) => key.length >= 32), "must hold at least 32 random bytes a key, base64url"),
  AGEWAY_DEMO: z.enum(["1", "0"], "must be 1 or 0").default("0"),
  // The law behind the token's life sets an upper bound: configurable downwards only (contract §3).
  LINK_MINUTES: wholeNumber(10, 1, 60),
  FLOW_MINUTES: wholeNumber(15, 1, 60),
  TOKEN_MINUTES: wholeNumber(30, 1, 30),
  RATE_LIMIT_DEVICE: wholeNumber(30, 1, 1_000_000),
  RATE_LIMIT_KEY: wholeNumber(6_000, 1, 10_000_000),
  RATE_LIMIT_TOKEN: wholeNumber(60, 1, 1_000_000),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, "must begin with smtp:// or smtps://")
    .optional(),
  MAIL_DIR: z.string().min(1).default(".data/mail"),
  MAIL_FROM: z.string().min(3).optional(),
});

/** The whole configuration, or every reason why there is none. */
export function readConfig(given: Record<string, string | undefined>): Read {
  // An empty variable is an unset one: `FOO=` in an env file means "not set" to the person who wrote it.
  const env = Object.fromEntries(Object.entries(given).filter(([, value]) => value?.trim()));
  const read = schema.safeParse(env);
  const problems = read.success ? [] : read.error.issues.map(({ path, message }) => `${path.join(".")} ${message}`);
  const provider = (prefix: string) => {
    const one = readProvider(env, prefix);
    if (!one.ok) problems.push(...one.problems);
    return one.ok ? one.provider : null;
  };
  const [s, b, testS, testB] = [provider("EID_S"), provider("EID_B"), provider("EID_TEST_S"), provider("EID_TEST_B")];
  if (read.success) problems.push(...contradictionsOf(read.data, [s, b]));
  if (problems.length > 0 || !read.success || !s || !b || !testS || !testB) return { ok: false, problems };
  return { ok: true, config: configOf(read.data, { live: { s, b }, test: { s: testS, b: testB } }) };
}

let loaded: Config | undefined;

/** The configuration of this process, from its environment. Throws with every problem where it cannot run. */
export function config(): Config {
  if (loaded) return loaded;
  const read = readConfig(process.env);
  if (!read.ok) throw new Error(`The configuration does not hold:\n${read.problems.map((p) => `  - ${p}`).join("\n")}`);
  loaded = read.config;
  return loaded;
}

type Settings = z.infer<typeof schema>;

function configOf(env: Settings, providers: Config["providers"]): Config {
  const [first, ...others] = env.AGEWAY_KEYS.map((key) => createSecretKey(key));
  if (!first) throw new Error("AGEWAY_KEYS holds no key");
  const baseUrl = new URL(env.BASE_URL).origin;
  return {
    port: env.PORT,
    baseUrl,
    isHttps: baseUrl.startsWith("https:"),
    isDemo: env.AGEWAY_DEMO === "1",
    databaseUrl: env.DATABASE_URL,
    poolSize: env.DATABASE_POOL,
    keys: [first, ...others],
    lives: {
      linkMs: minutes(env.LINK_MINUTES),
      flowMs: minutes(env.FLOW_MINUTES),
      tokenMs: minutes(env.TOKEN_MINUTES),
    },
    limits: {
      devicePerMinute: env.RATE_LIMIT_DEVICE,
      keyPerMinute: env.RATE_LIMIT_KEY,
      tokenPerMinute: env.RATE_LIMIT_TOKEN,
    },
    providers,
    mail: env.SMTP_URL ? { smtpUrl: env.SMTP_URL } : { directory: env.MAIL_DIR },
    mailFrom: env.MAIL_FROM ?? `Ageway <no-reply@${new URL(baseUrl).hostname}>`,
  };
}

/** Settings that are each fine and together are not. */
function contradictionsOf(env: Settings, live: (ProviderConfiguration | null)[]): string[] {
  const isLocal = isLoopback(new URL(env.BASE_URL).hostname);
  if (env.AGEWAY_DEMO === "1" && !isLocal)
    return ["AGEWAY_DEMO=1 contradicts BASE_URL: in the demo anybody passes, so it runs on localhost only"];
  if (env.AGEWAY_DEMO === "1" || isLocal) return [];
  return live.flatMap((provider) =>
    provider && isLoopback(new URL(provider.issuer).hostname)
      ? [`the issuer ${provider.issuer} contradicts BASE_URL: a visitor's browser cannot reach an eID on localhost`]
      : [],
  );
}

function minutes(count: number): number {
  return count * 60_000;
}

function isBaseUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url?.pathname !== "/" || url.search !== "" || url.hash !== "" || url.username !== "") return false;
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));
}
