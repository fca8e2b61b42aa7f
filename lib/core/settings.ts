import { isIP } from "node:net";
import { z } from "zod";
import { EMAIL_TRUST } from "./email.rules.ts";
import { isLoopback } from "./return-url.rules.ts";

const wholeNumber = (standard: number, least: number, most: number) =>
  z.coerce.number(`must be a whole number from ${least} to ${most}`).int().min(least).max(most).default(standard);

/** Two at least: one that is wrong, or lied to, must not be enough to verify a domain. */
function areDnsServers(servers: readonly string[]): boolean {
  const addresses = servers.map((server) => server.replace(/^\[(.*)\](?::\d+)?$|^([\d.]+):\d+$/, "$1$2"));
  return new Set(servers).size >= 2 && addresses.every((address) => isIP(address) !== 0);
}

/** Of 32 random bytes about 30 differ; 16 or fewer do in less than one key in 10^14. */
function looksRandom(key: Buffer): boolean {
  return key.length < 32 || new Set(key).size > 16;
}

const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

const keys = z
  .string(
    "is missing: one or more keys of 32 random bytes, base64url, separated by commas; make one with `openssl rand -base64 32 | tr '+/' '-_' | tr -d '='`",
  )
  .transform((text) => text.split(",").map((key) => Buffer.from(key.trim(), "base64url")))
  .refine((keys) => keys.every((key) => key.length >= 32), "must hold at least 32 random bytes a key, base64url")
  .refine((keys) => keys.every(looksRandom), "must be random: a key of so few different bytes can be guessed")
  .refine(
    (keys) => new Set(keys.map((key) => key.toString("hex"))).size === keys.length,
    "has one key twice: rotating to the key that was there before changes nothing",
  );

/** All that a program of the operator's needs: the records, and a way to write to people. */
export const adminSchema = z.object({
  DATABASE_URL: z
    .string("is missing: a PostgreSQL address, such as postgres://user:password@host:5432/ageway")
    .regex(/^postgres(ql)?:\/\//, "must begin with postgres://"),
  /** As migrations log in, and the command that erases a user; the app never does. */
  DATABASE_OWNER_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, "must begin with postgres://")
    .optional(),
  DATABASE_POOL: wholeNumber(10, 2, 200),
  AGEWAY_KEYS: keys.optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, "must begin with smtp:// or smtps://")
    .optional(),
  MAIL_DIR: z.string().min(1).default(".data/mail"),
  MAIL_FROM: z.string().min(3).optional(),
  DNS_SERVERS: z
    .string()
    .default("1.1.1.1,9.9.9.9")
    .transform((list) => list.split(",").map((server) => server.trim()))
    .refine(
      areDnsServers,
      "must name two or more DNS servers, such as 1.1.1.1,9.9.9.9 (with :port where it is not 53)",
    ),
  PAST_DUE_GRACE_DAYS: wholeNumber(14, 0, 365),
  INVOICE_SELLER: z
    .string()
    .transform((text) => text.replaceAll("\\n", "\n").trim())
    .default(""),
  INVOICE_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9-]{0,12}$/, "may have 12 letters, digits and hyphens at most")
    .default(""),
  INVOICE_TAX_PERCENT: z
    .string()
    .regex(/^(100|\d{1,2}(\.\d{1,2})?)$/, "must be a percentage from 0 to 100, such as 25 or 8.1")
    .transform((percent) => Math.round(Number(percent) * 100))
    .default(0),
  INVOICE_TAX_NAME: z.string().max(20, "must be a short word, such as VAT").default("VAT"),
  INVOICE_DUE_DAYS: wholeNumber(14, 0, 120),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[rs]k_\w+$/, "must begin with sk_ or rk_")
    .optional(),
  STRIPE_WEBHOOK_SECRETS: z
    .string()
    .transform((list) => list.split(",").map((secret) => secret.trim()))
    .optional(),
  STRIPE_METER: z.string().max(100).default("ageway_minor_units"),
  STRIPE_API: z.url("must be the address that Stripe's API answers at").default("https://api.stripe.com"),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(", ")}`).optional(),
});

export const schema = adminSchema.extend({
  PORT: wholeNumber(3000, 1, 65535),
  BASE_URL: z
    .string("is missing: the public address of this server, such as https://age.example")
    .refine(
      isBaseUrl,
      "must be an https:// origin without a path, such as https://age.example (http:// only on localhost)",
    ),
  AGEWAY_KEYS: keys,
  AGEWAY_DEMO: z.enum(["1", "0"], "must be 1 or 0").default("0"),
  SIGN_UP: z.enum(["invited", "anyone"], "must be invited or anyone").default("invited"),
  SIGN_IN_ISSUER: z.url("must be the address of an OpenID provider").optional(),
  SIGN_IN_CLIENT_ID: z.string().optional(),
  SIGN_IN_CLIENT_SECRET: z.string().optional(),
  SIGN_IN_TRUST_EMAIL: z.enum(EMAIL_TRUST, "must be verified, verified_as_text or unverified").default("verified"),
  SIGN_IN_NAME: z.string().max(40, "must be short enough for a button").default("your company account"),
  // The law behind the token's life sets an upper bound: configurable downwards only (contract §3).
  LINK_MINUTES: wholeNumber(10, 1, 60),
  FLOW_MINUTES: wholeNumber(15, 1, 60),
  TOKEN_MINUTES: wholeNumber(30, 1, 30),
  RATE_LIMIT_DEVICE: wholeNumber(30, 1, 1_000_000),
  RATE_LIMIT_KEY: wholeNumber(6_000, 1, 10_000_000),
  RATE_LIMIT_TOKEN: wholeNumber(60, 1, 1_000_000),
  TRUSTED_PROXIES: wholeNumber(0, 0, 10),
  CLOCK_TOLERANCE_SECONDS: wholeNumber(10, 1, 300),
  EID_LOGO_DIR: z.string().min(1).default("eid-logos"),
});

export type Settings = z.infer<typeof schema>;
export type AdminSettings = z.infer<typeof adminSchema>;

/** Settings that are each fine and together are not. */
export function contradictionsOf(env: Settings): string[] {
  const isLocal = isLoopback(new URL(env.BASE_URL).hostname);
  const isDemo = env.AGEWAY_DEMO === "1";
  return [
    isDemo && !isLocal
      ? ["AGEWAY_DEMO=1 contradicts BASE_URL: in the demo anybody passes, so it runs on localhost only"]
      : [],
    env.SMTP_URL && env.MAIL_FROM === undefined
      ? ["MAIL_FROM is missing: with SMTP_URL set, the address that our mail comes from"]
      : [],
    env.STRIPE_SECRET_KEY && !env.STRIPE_WEBHOOK_SECRETS
      ? ["STRIPE_WEBHOOK_SECRETS is missing: without the signing secret of its webhooks, nobody hears what was paid"]
      : [],
    env.SIGN_IN_ISSUER && !(env.SIGN_IN_CLIENT_ID && env.SIGN_IN_CLIENT_SECRET)
      ? ["SIGN_IN_CLIENT_ID and SIGN_IN_CLIENT_SECRET are missing: the provider at SIGN_IN_ISSUER knows us by them"]
      : [],
  ].flat();
}

/** An empty variable is an unset one: `FOO=` in an env file means "not set" to the person who wrote it. */
export function setOnly(given: Record<string, string | undefined>): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value?.trim()));
}

export function problemsOf(error: z.ZodError): string[] {
  return error.issues.map(({ path, message }) => `${path.join(".")} ${message}`);
}

function isBaseUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url?.pathname !== "/" || url.search !== "" || url.hash !== "" || url.username !== "") return false;
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));
}
