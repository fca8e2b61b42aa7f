import type { Preset } from "./preset.ts";

/** The Danish broker of MitID. It has other eIDs and test identities too, and keeps people signed in for hours. */
export const SIGNATURGRUPPEN: Record<string, Preset> = {
  /** "Minimal age verification": the answer names its age, "18:true", and nothing else about the person. */
  "mitid-signaturgruppen": {
    issuer: { live: "https://netseidbroker.dk/op", test: "https://pp.netseidbroker.dk/op" },
    source: {
      url: "https://signaturgruppen-a-s.github.io/signaturgruppen-broker-documentation/idps/mitid-age-verification.html",
      read: "2026-11-21",
    },
    settings: {
      name: "MitID",
      pack: "mitid",
      scopes: ["openid", "minimal", "age_verify:{age}"],
      parameters: { idp_values: "mitid" },
      require: [
        { source: "id_token", path: ["idp"], equals: "mitid" },
        { source: "id_token", path: ["identity_type"], notEquals: "test" },
      ],
      timeZone: "Europe/Copenhagen",
      claims: [{ source: "id_token", path: ["idbrokerdk_age_verified"], transform: "pair_colon" }],
    },
  },
};
