import * as z from "zod";
import { VARIABLES } from "#lib/eid/configuration.ts";
import { settings as eidSettings } from "#lib/eid/settings.ts";
import { SECRETS } from "#lib/runtime/secret-files.ts";
import { schema } from "#lib/runtime/settings.ts";
import { code, generatedFrom } from "./markdown.ts";

const GROUPS: readonly [heading: string, names: RegExp][] = [
  [
    "The server",
    /^(BASE_URL|SECURITY_CONTACT|HOST|PORT|SERVE|SHUTDOWN_DELAY_SECONDS|DATA_DIR|AGEWAY_KEYS|TRUSTED_PROXIES|NODE_EXTRA_CA_CERTS|CLOCK_TOLERANCE_SECONDS|LOG_LEVEL|AGEWAY_DEMO)$/,
  ],
  ["The database", /^DATABASE_/],
  ["Times", /_MINUTES$/],
  ["Metrics", /^METRICS_/],
  ["Limits", /^(RATE_LIMIT_|REDIS_URL$)/],
  ["Mail", /^(SMTP|MAIL)_/],
  ["Sign-in to the dashboard", /^SIGN_/],
  ["Domains", /^DNS_/],
  ["Invoices and payments", /^(INVOICE|STRIPE|PAST_DUE)_/],
  ["Marks of the eIDs", /^EID_LOGO_/],
];

/** Read by `npm start` before the app starts, so not in the schema. */
const BEFORE_THE_APP = [
  [
    "SANDBOX_EID_URL",
    "optional",
    "Runs the sandbox eID for test keys, on the port two above `PORT`, and says where visitors reach it. Not together with `EID_TEST_S_ISSUER` or `EID_TEST_B_ISSUER`.",
  ],
];

/** What the operator has from the eID. No preset knows it. */
const CREDENTIALS = [
  [
    "ISSUER",
    "required, unless the preset names it",
    "The issuer URL of the eID or its broker: https, without query or fragment.",
  ],
  ["CLIENT_ID", "required", "The client id that the eID gave you."],
  ["CLIENT_SECRET", "this or the key", "How we prove to the eID who we are: a secret."],
  [
    "PRIVATE_KEY",
    "this or the secret",
    "A private key as a JWK, EC (P-256, P-384), Ed25519, or RSA of 2,048 bits or more, to prove who we are. `ageway eid key signing` makes one.",
  ],
  [
    "DECRYPTION_KEYS",
    "if the eID encrypts",
    "The private keys that open encrypted answers: a JSON list of JWKs, each with `kid` and `alg` (`RSA-OAEP-256`, `ECDH-ES`, `ECDH-ES+A128KW`, `ECDH-ES+A256KW`). `ageway eid key encryption` makes one.",
  ],
  ["PRESET", "optional", "Settings that a scheme fixes, such as `mitid-idura`: [all presets](eid.md#with-a-preset)."],
];

type Property = {
  description?: string;
  default?: unknown;
  enum?: readonly string[];
  type?: string;
  minimum?: number;
  maximum?: number;
};

/** Every setting of the environment, from the schemas that read it. */
export function configurationReference(): string {
  const { properties, required } = propertiesOf(schema);
  const grouped = GROUPS.map(([heading, names]) => ({
    heading,
    rows: Object.entries(properties)
      .filter(([name]) => names.test(name))
      .map(([name, property]) => [code(name), standardOf(property, required.includes(name)), describe(property)]),
  }));
  const shown = grouped.flatMap(({ rows }) => rows).length;
  if (shown !== Object.keys(properties).length) throw new Error("A setting is in no group, or in two");
  return [
    generatedFrom("lib/runtime/settings.ts and lib/eid/settings.ts"),
    "# Configuration",
    "Settings are environment variables. `npm start` and the command also read `.env` in the project's folder; a variable that is set already wins. An empty variable counts as unset. Put a value with a `#` in quotes. Copy [.env.example](../../.env.example).",
    `A secret can be in a file: \`DATABASE_URL_FILE=/run/secrets/database_url\` instead of \`DATABASE_URL\`. So can ${SECRETS.filter(
      (name) => !name.startsWith("EID_") && name !== "DATABASE_URL",
    )
      .map(code)
      .join(", ")}, and the \`…_CLIENT_SECRET\`, \`…_PRIVATE_KEY\` and \`…_DECRYPTION_KEYS\` of each eID.`,
    "`npm start` names every missing or contradictory setting, and starts nothing until all are right.",
    ...grouped.flatMap(({ heading, rows }) => [`## ${heading}`, listed(rows)]),
    "## Before the app starts",
    "`npm start` reads this itself.",
    listed(BEFORE_THE_APP.map(([name = "", ...rest]) => [code(name), ...rest])),
    "## The eIDs",
    "Each eID has the same settings under a prefix of its own: `EID_S_` is behind `url_generator_s` and `EID_B_` behind `url_generator_b`, both for live keys; `EID_TEST_S_` and `EID_TEST_B_` are for test keys. One for live keys is enough: calls that would need another are refused with `eid_not_configured`. [eid.md](eid.md) explains how to set up an eID.",
    listed([...CREDENTIALS.map(([name = "", ...rest]) => [code(`EID_S_${name}`), ...rest]), ...eidRows()]),
    "",
  ].join("\n\n");
}

/** A line a setting, with its default: a table of three columns would be wider than a phone. */
function listed(rows: readonly (readonly string[])[]): string {
  return rows.map(([name, standard, meaning]) => `- ${name} (${standard}): ${meaning}`).join("\n");
}

function eidRows(): string[][] {
  const { properties } = propertiesOf(eidSettings);
  const shape: Record<string, z.ZodType> = eidSettings.shape;
  return Object.entries(VARIABLES).map(([setting, variable]) => {
    const property = properties[setting];
    if (!property) throw new Error(`${setting} is no setting of an eID`);
    const { data: standard } = shape[setting]?.safeParse(undefined) ?? {};
    return [
      code(`EID_S_${variable}`),
      standard === undefined ? "optional" : code(textOf(standard)),
      describe(property),
    ];
  });
}

/** As the operator would write it in the environment. */
function textOf(value: unknown): string {
  if (typeof value === "boolean") return value ? "1" : "0";
  if (Array.isArray(value) && value.every((one) => typeof one === "string")) return value.join(" ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function propertiesOf(object: z.ZodObject): { properties: Record<string, Property>; required: readonly string[] } {
  const { properties = {}, required = [] } = z.toJSONSchema(object, { io: "input", unrepresentable: "any" });
  return { properties: properties as Record<string, Property>, required };
}

function standardOf({ default: standard }: Property, isRequired: boolean): string {
  if (isRequired) return "required";
  return standard === undefined || standard === "" ? "optional" : code(String(standard));
}

function describe({ description, enum: words, minimum, maximum }: Property): string {
  if (!description) throw new Error("A setting has no description");
  const range = minimum === undefined || maximum === undefined ? "" : ` From ${number(minimum)} to ${number(maximum)}.`;
  const missing = words?.some((word) => !description.includes(word));
  return `${description}${range}${missing ? ` One of ${words?.map(code).join(", ")}.` : ""}`;
}

function number(value: number): string {
  return value.toLocaleString("en");
}
