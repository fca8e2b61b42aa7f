import { createSecretKey, type KeyObject } from "node:crypto";
import { resolve } from "node:path";
import type { DatabaseAddress } from "#db/address.ts";
import type { EmailTrust } from "#lib/base/email.rules.ts";
import { daysMs } from "#lib/base/time.rules.ts";
import { type AdminSettings, adminSchema } from "./admin-settings.ts";
import type { MailServer } from "./mail-server.rules.ts";
import { readSecretFiles } from "./secret-files.ts";
import { contradictionsOf, problemsOf, type Settings, schema, setOnly } from "./settings.ts";
import type { TrustedProxies } from "./trusted-proxies.ts";

/** The part of the configuration that the operator's command needs too. */
export type AdminConfig = {
  databaseAddress: DatabaseAddress;
  /** The login of the tables' owner; the same as `databaseAddress` where DATABASE_OWNER_URL is unset. */
  ownerAddress: DatabaseAddress;
  poolSize: number;
  /** Each transaction may have another connection, so that nothing may stay behind on one. */
  isPooled: boolean;
  /** The first signs, all verify. The command may have none; then it cannot write to the ledger. */
  keys: readonly KeyObject[];
  mail: { server: MailServer } | { directory: string };
  mailFrom: string;
  /** Addresses of the DNS servers that we ask for the records of domains, with a port where it is not 53. */
  dnsServers: readonly string[];
  billing: {
    /** Says how long live checks continue after a subscription is past due. */
    graceMs: number;
    /** Name and address of the seller on invoices, lines separated by \n; empty: not configured. */
    seller: string;
    /** The account that customers pay to; empty: not configured. */
    account: string;
    /** The text before the number of a document. */
    prefix: string;
    /** In hundredths of a percent, unless an organization has a rate of its own. */
    taxBasisPoints: number;
    taxName: string;
    dueDays: number;
  };
  /** `null`: the operator collects payments without Stripe. `meter`: the name of the meter events, whose value is in minor units. */
  stripe: { secretKey: string; webhookSecrets: readonly string[]; meter: string; api: string } | null;
};

export type Config = AdminConfig & {
  /** The address and the port that the server listens on. */
  host: string;
  port: number;
  /** Says what this process answers: the API and visitors, everything else, or all of it. */
  serve: "all" | "calls" | "pages";
  /** Says how long a stopping server answers on, so that proxies notice. */
  shutdownDelayMs: number;
  /** The public address, without a final slash. Every absolute URL of ours starts with it. */
  baseUrl: string;
  isHttps: boolean;
  /** Where weaknesses are reported: an address with its scheme; `null`: the operator names none. */
  securityContact: string | null;
  /** The demo: the sandbox stands for the eIDs, and every page says so. */
  isDemo: boolean;
  /** The shop of the demo, which listens on the next port; `null` outside a demo. */
  demoShopUrl: string | null;
  /** The first signs, all verify. */
  keys: readonly [KeyObject, ...KeyObject[]];
  /** The lifetimes of a link, of an authorization, and of a token. */
  ttl: { linkMs: number; flowMs: number; tokenMs: number };
  /**
   * Calls per minute of one device with one plugin key, of one plugin key, of one address without its secret, for one visitor whom
   * a shop names, and checks of one token.
   */
  limits: Record<
    "devicePerMinute" | "keyPerMinute" | "addressPerMinute" | "visitorPerMinute" | "tokenPerMinute",
    number
  >;
  /** Where processes share their limits; `null`: each counts for itself. */
  redisUrl: string | null;
  /** Where `/metrics` listens; `null`: nowhere. */
  metrics: { port: number; host: string } | null;
  /** The operator's proxies before this server, each of which adds an entry to X-Forwarded-For. */
  trustedProxies: TrustedProxies;
  /** The allowed difference between this machine's clock and the database's. */
  clockToleranceMs: number;
  /** "invited": users and invited addresses only. */
  signUp: "invited" | "anyone";
  /** The operator's own OpenID provider for members. Visitors never use it. */
  signInProvider: {
    name: string;
    issuer: string;
    clientId: string;
    clientSecret: string;
    trustEmail: EmailTrust;
  } | null;
  /** The folder of what this machine keeps. */
  dataDir: string;
  /** The folder of the eIDs' logos. */
  eidLogoDir: string;
};

export type Environment = Record<string, string | undefined>;

type Read = { ok: true; config: Config } | { ok: false; problems: string[] };

/** The configuration without the eIDs (`lib/eid/providers.ts`), or every problem of it. */
export function readConfig(given: Environment): Read {
  const { env, problems: unread } = readSecretFiles(given);
  const read = schema.safeParse(setOnly(env));
  if (!read.success) return { ok: false, problems: [...unread, ...problemsOf(read.error)] };
  const problems = [...unread, ...contradictionsOf(read.data, setOnly(env).TEST_PACE)];
  return problems.length > 0 ? { ok: false, problems } : { ok: true, config: configOf(read.data) };
}

let readOnce: Config | undefined;
let admin: AdminConfig | undefined;

/** The configuration of this process, from its environment. Throws an error that lists every problem. */
export function config(): Config {
  if (readOnce) return readOnce;
  const read = readConfig(process.env);
  if (!read.ok) throw configurationError(read.problems);
  readOnce = read.config;
  return readOnce;
}

/** The part that the operator's command needs too. Throws as `config` does. */
export function adminConfig(): AdminConfig {
  if (admin) return admin;
  const { env, problems } = readSecretFiles(process.env);
  if (problems.length > 0) throw configurationError(problems);
  const read = adminSchema.safeParse(setOnly(env));
  if (!read.success) throw configurationError(problemsOf(read.error));
  admin = adminConfigOf(read.data);
  return admin;
}

/** Stand for settings that have no default, for somebody who does not use those that are `unsound`. */
const ABSENT = {
  DATABASE_URL: "postgres://absent.invalid/",
  BASE_URL: "https://absent.invalid",
  AGEWAY_KEYS: Buffer.from(Array.from({ length: 32 }, (_, n) => n)).toString("base64url"),
};

/**
 * For the doctor: the configuration as far as it holds, and the settings that do not, each with what is wrong with it. From now on
 * this process works with what holds, so that one wrong setting hides nothing else.
 */
export function readWhatHolds(given: Environment): { config: Config; unsound: ReadonlyMap<string, string> } {
  const { env, problems } = readSecretFiles(given);
  const set = setOnly(env);
  const unsound = new Map(problems.map((problem) => [problem.split(/_FILE\b|\s/)[0] ?? "", problem]));
  const read = schema.safeParse(set);
  for (const { path, message } of read.error?.issues ?? []) {
    const name = String(path[0]);
    if (!unsound.has(name)) unsound.set(name, `${name} ${message}`);
  }
  const sound = Object.entries(set).filter(([name]) => !unsound.has(name));
  const config = configOf(schema.parse({ ...ABSENT, ...Object.fromEntries(sound) }));
  admin ??= config;
  return { config, unsound };
}

function configOf(env: Settings): Config {
  const admin = adminConfigOf(env);
  const [first, ...others] = admin.keys;
  if (!first) throw new Error("AGEWAY_KEYS holds no key");
  const baseUrl = new URL(env.BASE_URL).origin;
  return {
    host: env.HOST,
    port: env.PORT,
    serve: env.SERVE,
    shutdownDelayMs: env.SHUTDOWN_DELAY_SECONDS * 1000,
    baseUrl,
    isHttps: baseUrl.startsWith("https:"),
    securityContact: env.SECURITY_CONTACT ?? null,
    isDemo: env.AGEWAY_DEMO === "1",
    demoShopUrl: env.AGEWAY_DEMO === "1" ? `http://localhost:${env.PORT + 1}` : null,
    ...admin,
    keys: [first, ...others],
    ttl: {
      linkMs: minutes(env.LINK_MINUTES),
      flowMs: minutes(env.FLOW_MINUTES),
      tokenMs: minutes(env.TOKEN_MINUTES),
    },
    limits: {
      devicePerMinute: env.RATE_LIMIT_DEVICE,
      keyPerMinute: env.RATE_LIMIT_KEY,
      addressPerMinute: env.RATE_LIMIT_ADDRESS,
      visitorPerMinute: env.RATE_LIMIT_VISITOR,
      tokenPerMinute: env.RATE_LIMIT_TOKEN,
    },
    redisUrl: env.REDIS_URL ?? null,
    metrics: env.METRICS_PORT === undefined ? null : { port: env.METRICS_PORT, host: env.METRICS_HOST },
    trustedProxies: env.TRUSTED_PROXIES,
    clockToleranceMs: env.CLOCK_TOLERANCE_SECONDS * 1000,
    signUp: env.SIGN_UP,
    signInProvider: signInProviderOf(env),
    dataDir: resolve(env.DATA_DIR),
    eidLogoDir: env.EID_LOGO_DIR,
  };
}

function signInProviderOf(env: Settings): Config["signInProvider"] {
  const { SIGN_IN_ISSUER, SIGN_IN_CLIENT_ID: clientId, SIGN_IN_CLIENT_SECRET: clientSecret, SIGN_IN_NAME: name } = env;
  if (!SIGN_IN_ISSUER || !clientId || !clientSecret) return null;
  const trustEmail = env.SIGN_IN_TRUST_EMAIL;
  return { name, issuer: SIGN_IN_ISSUER.replace(/\/$/, ""), clientId, clientSecret, trustEmail };
}

function adminConfigOf(env: AdminSettings): AdminConfig {
  return {
    databaseAddress: env.DATABASE_URL,
    ownerAddress: env.DATABASE_OWNER_URL ?? env.DATABASE_URL,
    poolSize: env.DATABASE_POOL,
    isPooled: env.DATABASE_POOLER === "transaction",
    keys: (env.AGEWAY_KEYS ?? []).map((key) => createSecretKey(key)),
    mail: env.SMTP_URL ? { server: env.SMTP_URL } : { directory: env.MAIL_DIR },
    dnsServers: env.DNS_SERVERS,
    mailFrom: env.MAIL_FROM ?? "Ageway <no-reply@localhost>",
    billing: {
      graceMs: daysMs(env.PAST_DUE_GRACE_DAYS),
      seller: env.INVOICE_SELLER,
      account: env.INVOICE_ACCOUNT,
      prefix: env.INVOICE_PREFIX,
      taxBasisPoints: env.INVOICE_TAX_PERCENT,
      taxName: env.INVOICE_TAX_NAME,
      dueDays: env.INVOICE_DUE_DAYS,
    },
    stripe: env.STRIPE_SECRET_KEY
      ? {
          secretKey: env.STRIPE_SECRET_KEY,
          webhookSecrets: env.STRIPE_WEBHOOK_SECRETS ?? [],
          meter: env.STRIPE_METER,
          api: env.STRIPE_API,
        }
      : null,
  };
}

export function configurationError(problems: string[]): Error {
  return new Error(`The configuration does not hold:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`);
}

function minutes(count: number): number {
  return count * 60_000;
}
