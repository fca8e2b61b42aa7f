import { isIP } from "node:net";
import * as z from "zod";
import { EMAIL_TRUST } from "#lib/base/email.rules.ts";
import { isLoopback } from "#lib/base/host.rules.ts";
import { ENCODED } from "#lib/base/server-address.rules.ts";
import { adminSchema } from "./admin-settings.ts";
import { isBaseUrl, isRedisUrl, wholeNumber } from "./setting-values.ts";
import { readTrustedProxies } from "./trusted-proxies.ts";

/** Each is in a line of its own in security.txt. */
const CONTACT = /^(?:https:\/\/\S+|(?!mailto:)[^\s@]+@[^\s@]+)$/;

/** Every setting, but those of the eIDs. */
export const schema = adminSchema.extend({
  HOST: z
    .string()
    .refine((host) => isIP(host) !== 0, "must be an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all")
    .default("127.0.0.1")
    .describe(
      "The address that the app listens on, in plain http. `0.0.0.0` (or `::`) is every address of this machine, which the image sets: only where nobody but your proxy reaches the port.",
    ),
  // Two more ports follow it.
  PORT: wholeNumber(3000, 1, 65533).describe(
    "The port that the app listens on. In the demo, the shop and the sandbox eID take the two ports after it.",
  ),
  SERVE: z
    .enum(["all", "calls", "pages"], "must be all, calls or pages")
    .default("all")
    .describe(
      "What this process answers. `calls`: the API and the pages of visitors. `pages`: the dashboard, sign-in, the documentation and Stripe. Both answer for health, and 421 for what the other serves. See [scale](scale.md).",
    ),
  METRICS_PORT: wholeNumber(9464, 1, 65535)
    .removeDefault()
    .optional()
    .describe("The port of `/metrics`, for Prometheus. Without it, there are none."),
  METRICS_HOST: z
    .string()
    .default("127.0.0.1")
    .describe("The address that `/metrics` listens on. Let only your Prometheus reach it."),
  SHUTDOWN_DELAY_SECONDS: wholeNumber(0, 0, 600).describe(
    "How many seconds the server keeps answering after SIGTERM. See [stopping](deploy.md#stopping).",
  ),
  DATA_DIR: z
    .string()
    .default(".data")
    .describe(
      "The folder of what this machine keeps: the link that makes the first owner, and in the demo everything.",
    ),
  BASE_URL: z
    .string("is missing: the public address of this server, such as https://age.example")
    .refine(
      isBaseUrl,
      "must be an https:// origin without a path, such as https://age.example (http:// only on localhost)",
    )
    .describe("The public address of this server: an https origin without a path (http only on localhost)."),
  SECURITY_CONTACT: z
    .string()
    .regex(CONTACT, "must be an e-mail address or an https:// address")
    .transform((contact) => (contact.startsWith("https://") ? contact : `mailto:${contact}`))
    .optional()
    .describe("An e-mail or https:// address for reports of a weakness, which `/.well-known/security.txt` names."),
  AGEWAY_KEYS: adminSchema.shape.AGEWAY_KEYS.unwrap(),
  AGEWAY_DEMO: z
    .enum(["1", "0"], "must be 1 or 0")
    .default("0")
    .describe("`npm start` sets it to `1` in the demo; do not set it yourself."),
  SIGN_UP: z
    .enum(["invited", "anyone"], "must be invited or anyone")
    .default("invited")
    .describe(
      "Who may sign in to the dashboard: people who were invited, or anyone with a mailbox. The demo sets `anyone`.",
    ),
  SIGN_IN_ISSUER: z
    .url("must be the address of an OpenID provider")
    .optional()
    .describe(
      "An OpenID provider of yours for sign-in to the dashboard. Its redirect URI is `BASE_URL/api/auth/callback/oidc`.",
    ),
  SIGN_IN_CLIENT_ID: z.string().optional().describe("The client id at that provider. Required with `SIGN_IN_ISSUER`."),
  SIGN_IN_CLIENT_SECRET: z
    .string()
    .optional()
    .describe("The client secret at that provider. Required with `SIGN_IN_ISSUER`."),
  SIGN_IN_TRUST_EMAIL: z
    .enum(EMAIL_TRUST, "must be verified, verified_as_text or unverified")
    .default("verified")
    .describe(
      'Which addresses of that provider count. `verified`: those with `email_verified`. `verified_as_text`: also the text `"true"`, as Amazon Cognito writes it. `unverified`: all, as Microsoft Entra needs it. Choose `unverified` only where nobody but you gives out addresses there: a person who can write your address into their account signs in as you.',
    ),
  SIGN_IN_NAME: z
    .string()
    .max(40, "must be short enough for a button")
    .default("your company account")
    .describe("What the button for that provider calls it."),
  // The law limits a token's lifetime, so these may only be lowered (contract §3).
  LINK_MINUTES: wholeNumber(10, 1, 60).describe("How many minutes a visitor has to press the button of a link."),
  FLOW_MINUTES: wholeNumber(15, 1, 60).describe("How many minutes a visitor has after that to finish at the eID."),
  TOKEN_MINUTES: wholeNumber(30, 1, 30).describe(
    "How many minutes a token answers. 30 is the most that the law behind it allows.",
  ),
  REDIS_URL: z
    .string()
    .refine(isRedisUrl, `must be an address of Redis or Valkey, such as rediss://:password@host:6379; ${ENCODED}`)
    .optional()
    .describe(
      "A Redis (7.0 or newer) or Valkey, in which several processes share their limits: `redis://:password@host:6379`, or `rediss://`. Without it, each counts for itself.",
    ),
  RATE_LIMIT_DEVICE: wholeNumber(30, 1, 1_000_000).describe(
    "Accepted calls per minute of one plugin key with one device id.",
  ),
  RATE_LIMIT_KEY: wholeNumber(6_000, 1, 10_000_000).describe(
    "Accepted calls per minute of one plugin key that has no limit of its own or of its plan. Refused calls of one caller with one key have the same limit.",
  ),
  RATE_LIMIT_ADDRESS: wholeNumber(300, 1, 10_000_000).describe(
    "Accepted calls per minute of one address (IPv4, or an IPv6 /64) with one plugin key and without its secret, unless the key or its plan has a limit of its own. Never more than half of the key's limit.",
  ),
  RATE_LIMIT_VISITOR: wholeNumber(20, 1, 10_000_000).describe(
    "Accepted calls per minute for one visitor whom a shop's backend names (`Ageway-Visitor`) with a secret of its key.",
  ),
  RATE_LIMIT_TOKEN: wholeNumber(60, 1, 1_000_000).describe(
    "Questions per minute about one token; answered and refused ones count separately.",
  ),
  TRUSTED_PROXIES: z
    .string()
    .default("")
    .transform((text, { addIssue }) => {
      const proxies = readTrustedProxies(text);
      if (proxies === null) addIssue("must name the proxies by address, such as loopback or 10.0.0.5,192.168.7.0/24");
      return proxies ?? [];
    })
    .describe(
      "The proxies before this server: addresses, networks such as `10.0.0.0/8`, and the names `loopback`, `linklocal` and `uniquelocal`, separated by commas. The caller is the last address in `X-Forwarded-For` that is none of them; from other peers the header counts for nothing. See [the proxy](deploy.md#the-proxy).",
    ),
  CLOCK_TOLERANCE_SECONDS: wholeNumber(10, 1, 300).describe(
    "How many seconds the clocks of this machine and of the database may be apart.",
  ),
  EID_LOGO_DIR: z
    .string()
    .min(1)
    .default("eid-logos")
    .describe("The folder of the marks of eID schemes, which you put there yourself; see `eid-logos/README.md`."),
});

export type Settings = z.infer<typeof schema>;

/** Problems of settings that are valid alone and contradict each other. `pace`: `TEST_PACE`, which is for tests and stands in no document. */
export function contradictionsOf(env: Settings, pace: string | undefined): string[] {
  const isLocal = isLoopback(new URL(env.BASE_URL).hostname);
  const isDemo = env.AGEWAY_DEMO === "1";
  const [used, migrated] = [env.DATABASE_URL.database, (env.DATABASE_OWNER_URL ?? env.DATABASE_URL).database];
  return [
    // A pooler may have another name for it.
    env.DATABASE_POOLER === "none" && used !== migrated
      ? [
          `DATABASE_OWNER_URL names the database ${migrated}, and DATABASE_URL ${used}: one would be migrated, and the other used`,
        ]
      : [],
    env.METRICS_PORT === env.PORT ? ["METRICS_PORT contradicts PORT: each needs a port of its own"] : [],
    isDemo && !isLocal
      ? ["AGEWAY_DEMO=1 contradicts BASE_URL: in the demo anybody passes, so it runs on localhost only"]
      : [],
    pace !== undefined && !isLocal
      ? ["TEST_PACE contradicts BASE_URL: it is for tests; with longer deadlines callers wait for a dead database"]
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

export function problemsOf(error: z.ZodError): string[] {
  return error.issues.map(({ path, message }) => `${path.join(".")} ${message}`);
}
