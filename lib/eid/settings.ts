import * as z from "zod";
import { MINIMUM_AGES } from "#lib/core/age.rules.ts";
import { type ClaimPath, type ClaimRule, flawOfAge, type Requirement } from "./claims.rules.ts";
import { isPack, PACKS } from "./packs.rules.ts";

const timeZone = z.string().refine(isTimeZone, "is not an IANA time zone, such as Europe/Stockholm");

const place = z.strictObject({
  source: z.enum(["id_token", "userinfo"]),
  path: z.array(z.string().min(1)).min(1),
}) satisfies z.ZodType<ClaimPath>;

/** `iat` is of the token, which an eID writes anew for a session of hours. */
const signInTime = place.refine(
  ({ path }) => path.join() !== "iat",
  "must say when the person signed in: iat only says when the token was written",
);

const claimRule = place
  .extend({
    transform: z.enum(["iso_date", "bool", "string_bool", "pair_colon", "threshold_object", "int", "compact_date"]),
    age: z.literal(MINIMUM_AGES).optional(),
  })
  .superRefine((rule, { addIssue }) => {
    const flaw = flawOfAge(rule);
    if (flaw !== null) addIssue({ code: "custom", message: flaw });
  }) satisfies z.ZodType<ClaimRule>;

const value = z.union([z.string(), z.number(), z.boolean()]);

const requirement = place
  .extend({
    equals: value.optional(),
    oneOf: z.array(value).min(1).optional(),
    notEquals: value.optional(),
    mayBeMissing: z.boolean().optional(),
  })
  .refine(
    ({ equals, oneOf, notEquals }) => [equals, oneOf, notEquals].filter((word) => word !== undefined).length === 1,
    "must have exactly one of equals, oneOf and notEquals",
  ) satisfies z.ZodType<Requirement>;

const SIGNING_ALGS = ["RS256", "PS256", "ES256", "ES384", "EdDSA", "Ed25519"] as const;

const OURS = new Set(
  "client_id client_secret redirect_uri response_type response_mode scope state nonce code_challenge code_challenge_method request request_uri prompt max_age acr_values login_hint ui_locales".split(
    " ",
  ),
);

/** Lists what a preset may fix and an operator may override. The descriptions are what docs/operate/configuration.md says. */
export const settings = z.strictObject({
  name: z.string().min(1).max(40).describe("What visitors read: “Confirm with {name}”."),
  pack: z
    .string()
    .refine(isPack, `is not known: use one of ${Object.keys(PACKS).join(", ")}, or leave it out`)
    .optional()
    .describe(
      `The scheme whose words the button shows instead, and whose mark may be shown: ${Object.keys(PACKS).join(", ")}.`,
    ),
  scopes: z
    .array(z.string().min(1))
    .refine((scopes) => scopes.includes("openid"), "must name openid, and has spaces between its words")
    .default(["openid"])
    .describe("Scopes, separated by spaces. `{age}` becomes the age asked."),
  claims: z
    .array(claimRule)
    .min(1)
    .describe(
      "How the age is read from the answer: a JSON list of `source`, `path`, `transform` and, where needed, `age`.",
    ),
  require: z
    .array(requirement)
    .optional()
    .describe(
      "What must be true of the answer, as a JSON list. Required where the request says more than the scopes; `[]`: nothing.",
    ),
  signInTimes: z
    .preprocess((given) => (Array.isArray(given) ? given : [given]), z.array(signInTime).min(1))
    .default([{ source: "id_token", path: ["auth_time"] }])
    .describe(
      "Where the answer says when the person signed in: seconds since 1970, or an ISO 8601 instant. A list where it may be in several places.",
    ),
  acceptsUnknownSignInTime: z
    .boolean()
    .default(false)
    .describe("`1`: an answer need not say when the person signed in. Only for an eID that keeps nobody signed in."),
  timeZone: timeZone.describe("The IANA time zone whose calendar decides the birthday."),
  idTokenAlg: z
    .enum(SIGNING_ALGS)
    .default("RS256")
    .describe(
      "The algorithm that ID tokens must be signed with. `EdDSA` and `Ed25519` are two names of one: either counts.",
    ),
  userinfoAlg: z
    .enum(SIGNING_ALGS)
    .optional()
    .describe(
      "Userinfo must be a JWT, signed with this algorithm, to the letter. Without it, userinfo is JSON that TLS alone protects.",
    ),
  contentEncryption: z
    .enum(["A128GCM", "A256GCM", "A128CBC-HS256", "A256CBC-HS512"])
    .optional()
    .describe(
      "ID tokens and userinfo must be encrypted with this algorithm (`enc`), to one of `EID_S_DECRYPTION_KEYS`; plain ones are refused.",
    ),
  acrValues: z.string().optional().describe("`acr_values` of the request. `{age}` becomes the age asked."),
  loginHint: z.string().optional().describe("`login_hint` of the request. `{age}` becomes the age asked."),
  parameters: z
    .record(z.string(), z.string())
    .refine(
      (given) => Object.keys(given).every((name) => !OURS.has(name)),
      `may not have what Ageway itself says in a request, or a setting of its own does (${[...OURS].join(", ")})`,
    )
    .optional()
    .describe("Further parameters of the request that the scheme has, as a JSON object of texts."),
  prompt: z
    .string()
    .min(1)
    .refine((prompt) => prompt !== "none", "must let the eID show itself: none keeps it from that")
    .default("login")
    .describe("`prompt` of the request."),
  pushedRequests: z
    .enum(["offered", "never"])
    .default("offered")
    .describe("Pushed authorization requests (RFC 9126): wherever the eID offers them, or never."),
  signedRequests: z
    .enum(["offered", "always"])
    .default("offered")
    .describe(
      "Requests that `EID_S_PRIVATE_KEY` signs (RFC 9101): where the eID takes them and the request is pushed, or always.",
    ),
  checksOf16: z
    .enum(["ask_16", "ask_18", "refuse"])
    .default("ask_16")
    .describe("A check of 16 is asked as it is, or as one of 18, or refused (`eid_not_configured`)."),
  authMethod: z
    .enum(["client_secret_basic", "client_secret_post", "private_key_jwt"])
    .optional()
    .describe(
      "How we prove to the eID who we are. Without it: by the key if there is one, else `client_secret_basic`.",
    ),
});

export type ProviderSettings = z.infer<typeof settings>;

function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
