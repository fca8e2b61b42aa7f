import { z } from "zod";
import { claimRule, requirement, signInTime } from "./mapping.ts";
import { isPack, PACKS } from "./packs.ts";

const timeZone = z.string().refine(isTimeZone, "is not an IANA time zone, such as Europe/Stockholm");

/** Parameters of a request that nobody may set beside us. */
const OURS = new Set(
  "client_id client_secret redirect_uri response_type response_mode scope state nonce code_challenge code_challenge_method request request_uri prompt max_age acr_values login_hint ui_locales".split(
    " ",
  ),
);

/** What a preset may fix and an operator may override. */
export const settings = z.strictObject({
  /** What visitors read: "Confirm with {name}". */
  name: z.string().min(1).max(40),
  /** The scheme whose words stand on the button instead, and whose mark may be shown. */
  pack: z
    .string()
    .refine(isPack, `is not known: use one of ${Object.keys(PACKS).join(", ")}, or leave it out`)
    .optional(),
  scopes: z.array(z.string().min(1)).min(1),
  claims: z.array(claimRule).min(1),
  /** All of these must hold, or the answer proves nothing. Required where the request says more than the scopes. */
  require: z.array(requirement).optional(),
  signInTime,
  /** The operator's explicit word that an answer counts also when nobody says when the person signed in. */
  acceptsUnknownSignInTime: z.boolean(),
  /** Whose calendar decides the birthday. */
  timeZone,
  idTokenAlg: z.enum(["RS256", "PS256", "ES256", "ES384", "EdDSA"]),
  /** Sent as they are; `{age}` stands for the age asked. */
  acrValues: z.string().optional(),
  loginHint: z.string().optional(),
  /** Further parameters of the request that the scheme has. */
  parameters: z
    .record(z.string(), z.string())
    .refine(
      (given) => Object.keys(given).every((name) => !OURS.has(name)),
      `may not have what Ageway itself says in a request, or a setting of its own does (${[...OURS].join(", ")})`,
    )
    .optional(),
  prompt: z.string().min(1).optional(),
  /** Pushed authorization requests (RFC 9126): wherever the eID offers them, or never. */
  pushedRequests: z.enum(["offered", "never"]),
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
