import * as z from "zod";
import { readDatabaseAddress } from "#db/address.ts";
import { readCertificates } from "#db/certificates.ts";
import { readMailServer } from "./mail-server.rules.ts";
import { MIN_POOL } from "./pools.rules.ts";
import { areDifferent, areDnsServers, areLongEnough, areRandom, wholeNumber } from "./setting-values.ts";

const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

const keys = z
  .string(
    "is missing: one or more keys of 32 random bytes, base64url, separated by commas; make one with `openssl rand -base64 32 | tr '+/' '-_' | tr -d '='`",
  )
  .transform((text) => text.split(",").map((key) => Buffer.from(key.trim(), "base64url")))
  .refine(areLongEnough, "must hold at least 32 random bytes a key, base64url")
  .refine(areRandom, "must be random: a key of so few different bytes can be guessed")
  .refine(areDifferent, "has one key twice: rotating to the key that was there before changes nothing")
  .describe(
    "One or more keys of 32 random bytes, base64url, separated by commas: the first signs, all verify. Make one with `openssl rand -base64 32 | tr '+/' '-_' | tr -d '='`.",
  );

function readAddress(text: string, context: z.RefinementCtx) {
  const read = readDatabaseAddress(text);
  if (read.ok) return read.address;
  context.addIssue({ code: "custom", message: read.problem });
  return z.NEVER;
}

/** The settings that the operator's command needs too. */
export const adminSchema = z.object({
  DATABASE_URL: z
    .string("is missing: a PostgreSQL address, such as postgres://user:password@host:5432/ageway")
    .transform(readAddress)
    .describe("The PostgreSQL database, with the login that the app uses. See [TLS](install.md#tls)."),
  DATABASE_OWNER_URL: z
    .string()
    .transform(readAddress)
    .optional()
    .describe(
      "The same database, with the login of its owner, for migrations, `user erase` and `restored`. The server [does not need it](install.md#the-database).",
    ),
  DATABASE_POOL: wholeNumber(15, MIN_POOL, 200).describe(
    "Connections to the database of each process, which opens up to two more. See [scale](scale.md#connections).",
  ),
  DATABASE_POOLER: z
    .enum(["none", "transaction"], "must be none or transaction")
    .default("none")
    .describe(
      "`transaction`: `DATABASE_URL` leads to a pooler such as PgBouncer with `pool_mode = transaction`, and `DATABASE_OWNER_URL` to PostgreSQL itself. See [scale](scale.md#a-pooler).",
    ),
  AGEWAY_KEYS: keys.optional(),
  SMTP_URL: z
    .string()
    .transform((text, context) => {
      const read = readMailServer(text);
      if (read.ok) return read.server;
      context.addIssue({ code: "custom", message: read.flaw });
      return z.NEVER;
    })
    .optional()
    .describe(
      "The mail server: `smtp://user:password@host:587` with STARTTLS, or `smtps://`. Without it, each mail is written to `MAIL_DIR`. See [mail](deploy.md#mail).",
    ),
  MAIL_DIR: z
    .string()
    .min(1)
    .default(".data/mail")
    .describe("The folder for mail where there is no `SMTP_URL`, one `.eml` file per mail."),
  MAIL_FROM: z
    .string()
    .min(3)
    .optional()
    .describe("The sender of our mail, such as `Ageway <no-reply@age.example>`. Required with `SMTP_URL`."),
  DNS_SERVERS: z
    .string()
    .default("1.1.1.1,9.9.9.9")
    .transform((list): readonly string[] => list.split(",").map((server) => server.trim()))
    .refine(areDnsServers, "must name two or more DNS servers, such as 1.1.1.1,9.9.9.9 (with :port where it is not 53)")
    .describe("The DNS servers that are asked for the records of domains: two or more addresses, separated by commas."),
  PAST_DUE_GRACE_DAYS: wholeNumber(14, 0, 365).describe("How many days live checks continue after a missed payment."),
  INVOICE_SELLER: z
    .string()
    .transform((text) => text.replaceAll("\\n", "\n").trim())
    .default("")
    .describe("Your name and address on invoices, with `\\n` between the lines. Without it, no invoice is made."),
  INVOICE_ACCOUNT: z
    .string()
    .max(80, "may have 80 characters at most")
    .transform((text) => text.trim())
    .default("")
    .describe("The account that customers pay to, such as an IBAN."),
  INVOICE_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9-]{0,12}$/, "may have 12 letters, digits and hyphens at most")
    .default("")
    .describe("Text before the number of an invoice or credit note."),
  INVOICE_TAX_PERCENT: z
    .string()
    .regex(/^(100|\d{1,2}(\.\d{1,2})?)$/, "must be a percentage from 0 to 100, such as 25 or 8.1")
    .transform((percent) => Math.round(Number(percent) * 100))
    .default(0)
    .describe("The tax rate of invoices, such as `25` or `8.1`, unless an organization has its own. Default: `0`."),
  INVOICE_TAX_NAME: z
    .string()
    .max(20, "must be a short word, such as VAT")
    .default("VAT")
    .describe("What the tax is called on invoices."),
  INVOICE_DUE_DAYS: wholeNumber(14, 0, 120).describe("How many days a customer has to pay an invoice."),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[rs]k_\w+$/, "must begin with sk_ or rk_")
    .optional()
    .describe("A secret or restricted key of your Stripe account."),
  STRIPE_WEBHOOK_SECRETS: z
    .string()
    .transform((list) => list.split(",").map((secret) => secret.trim()))
    .optional()
    .describe("Signing secrets of the webhook, separated by commas. Required with `STRIPE_SECRET_KEY`."),
  STRIPE_METER: z.string().max(100).default("ageway_minor_units").describe("The event name of the meter at Stripe."),
  STRIPE_API: z
    .url("must be the address that Stripe's API answers at")
    .default("https://api.stripe.com")
    .describe("Where the API of Stripe answers. Tests set it; you need not."),
  NODE_EXTRA_CA_CERTS: z
    .string()
    .superRefine((file, context) => {
      const read = readCertificates(file);
      if ("problem" in read) context.addIssue({ code: "custom", message: read.problem });
    })
    .optional()
    .describe("A file of certificates (PEM) of your own authorities. See [your own CA](own-ca.md)."),
  LOG_LEVEL: z
    .enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(", ")}`)
    .optional()
    .describe("The least severe level that is logged. Default: `info`; for the command `silent`."),
});

export type AdminSettings = z.infer<typeof adminSchema>;
