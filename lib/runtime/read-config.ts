import { createSecretKey, type KeyObject } from "node:crypto";
import { resolve } from "node:path";
import { daysMs } from "#lib/base/time.rules.ts";
import { type AdminSettings, adminSchema } from "./admin-settings.ts";
import type { MailServer } from "./mail-server.rules.ts";
import { type Environment, readEnvironment } from "./secret-files.ts";
import { contradictionsOf, problemsOf, type Settings, schema } from "./settings.ts";

/** What the operator's command needs too. It may have no keys; then it cannot write to the ledger. */
export type AdminConfig = ReturnType<typeof adminConfigOf>;
export type Config = ReturnType<typeof configOf>;

/** The configuration, or every problem of it. */
export type Read<Of> = { ok: true; config: Of } | { ok: false; problems: string[] };

/** The configuration without the eIDs (`lib/eid/providers.ts`), or every problem of it. */
export function readConfig(given: Environment): Read<Config> {
  const { env, problems: unread } = readEnvironment(given);
  const read = schema.safeParse(env);
  if (!read.success) return { ok: false, problems: [...unread, ...problemsOf(read.error)] };
  const problems = [...unread, ...contradictionsOf(read.data, env.TEST_PACE)];
  return problems.length > 0 ? { ok: false, problems } : { ok: true, config: configOf(read.data) };
}

export function readAdminConfig(given: Environment): Read<AdminConfig> {
  const { env, problems } = readEnvironment(given);
  if (problems.length > 0) return { ok: false, problems };
  const read = adminSchema.safeParse(env);
  return read.success
    ? { ok: true, config: adminConfigOf(read.data) }
    : { ok: false, problems: problemsOf(read.error) };
}

/** Stand for settings that have no default, for somebody who does not use those that are `unsound`. */
const ABSENT = {
  DATABASE_URL: "postgres://absent.invalid/",
  BASE_URL: "https://absent.invalid",
  AGEWAY_KEYS: Buffer.from(Array.from({ length: 32 }, (_, n) => n)).toString("base64url"),
};

/** For the doctor: the configuration as far as it holds, and the settings that do not, each with what is wrong with it. */
export function readWhatHolds(given: Environment): { config: Config; unsound: ReadonlyMap<string, string> } {
  const { env, problems } = readEnvironment(given);
  const unsound = new Map(problems.map((problem) => [problem.split(/_FILE\b|\s/)[0] ?? "", problem]));
  const read = schema.safeParse(env);
  for (const { path, message } of read.error?.issues ?? []) {
    const name = String(path[0]);
    if (!unsound.has(name)) unsound.set(name, `${name} ${message}`);
  }
  const sound = Object.entries(env).filter(([name]) => !unsound.has(name));
  const config = configOf(schema.parse({ ...ABSENT, ...Object.fromEntries(sound) }));
  return { config, unsound };
}

function configOf(env: Settings) {
  const admin = adminConfigOf(env);
  const [first, ...others] = admin.keys;
  if (!first) throw new Error("AGEWAY_KEYS holds no key");
  /** The first signs, all verify. */
  const keys: readonly [KeyObject, ...KeyObject[]] = [first, ...others];
  /** Without a final slash. Every absolute URL of ours starts with it. */
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
    /** `null` outside a demo. */
    demoShopUrl: env.AGEWAY_DEMO === "1" ? `http://localhost:${env.PORT + 1}` : null,
    ...admin,
    keys,
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

/** `null`: members have no provider of the operator. */
function signInProviderOf(env: Settings) {
  const { SIGN_IN_ISSUER, SIGN_IN_CLIENT_ID: clientId, SIGN_IN_CLIENT_SECRET: clientSecret, SIGN_IN_NAME: name } = env;
  if (!SIGN_IN_ISSUER || !clientId || !clientSecret) return null;
  const trustEmail = env.SIGN_IN_TRUST_EMAIL;
  return { name, issuer: SIGN_IN_ISSUER.replace(/\/$/, ""), clientId, clientSecret, trustEmail };
}

function adminConfigOf(env: AdminSettings) {
  const keys: readonly KeyObject[] = (env.AGEWAY_KEYS ?? []).map((key) => createSecretKey(key));
  const mail: { server: MailServer } | { directory: string } = env.SMTP_URL
    ? { server: env.SMTP_URL }
    : { directory: env.MAIL_DIR };
  return {
    databaseAddress: env.DATABASE_URL,
    /** The login of the tables' owner. */
    ownerAddress: env.DATABASE_OWNER_URL ?? env.DATABASE_URL,
    poolSize: env.DATABASE_POOL,
    /** Each transaction may have another connection, so that nothing may stay behind on one. */
    isPooled: env.DATABASE_POOLER === "transaction",
    keys,
    mail,
    dnsServers: env.DNS_SERVERS,
    mailFrom: env.MAIL_FROM ?? "Ageway <no-reply@localhost>",
    billing: {
      graceMs: daysMs(env.PAST_DUE_GRACE_DAYS),
      seller: env.INVOICE_SELLER,
      account: env.INVOICE_ACCOUNT,
      prefix: env.INVOICE_PREFIX,
      /** Of organizations without a rate of their own, in hundredths of a percent. */
      taxBasisPoints: env.INVOICE_TAX_PERCENT,
      taxName: env.INVOICE_TAX_NAME,
      dueDays: env.INVOICE_DUE_DAYS,
    },
    /** `null`: the operator collects payments without Stripe. */
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

function minutes(count: number): number {
  return count * 60_000;
}
