import type { ClaimRule } from "../claims.rules.ts";
import { FTN_SECURITY, type Preset, type PresetSettings } from "./preset.ts";

/**
 * Signicat's eID Hub. Its issuer is the customer's own domain. By default only userinfo has the claims of a person, and
 * by the customer's choice the ID token has them, too: then they must agree. `idp` and `auth_time` stand in the ID
 * token.
 */
export const SIGNICAT: Record<string, Preset> = {
  "bankid-se-signicat": scheme("sbid", { name: "BankID", pack: "bankid-se", timeZone: "Europe/Stockholm" }),
  "bankid-no-signicat": scheme("nbid", { name: "BankID", pack: "bankid-no", timeZone: "Europe/Oslo" }),
  "mitid-signicat": scheme("mitid", { name: "MitID", pack: "mitid", timeZone: "Europe/Copenhagen" }),
  /** The birth date stands in userinfo, so that must be signed, too. */
  "ftn-signicat": scheme("ftn", {
    name: "Finnish bank ID",
    timeZone: "Europe/Helsinki",
    ...FTN_SECURITY,
    userinfoAlg: "RS256",
  }),
  /**
   * Asks for no more: with any further scope iDIN tells a birth date. The bank answers for 18 only, so the operator
   * decides on 16.
   */
  "idin-signicat": scheme("idin", {
    name: "iDIN",
    timeZone: "Europe/Amsterdam",
    scopes: ["openid", "eighteen-or-older"],
    checksOf16: undefined,
    claims: inBoth({ path: ["eighteen_or_older"], transform: "bool", age: 18 }),
  }),
};

function scheme(idp: string, own: PresetSettings): Preset {
  return {
    issuers: { pattern: /\/auth\/open$/, example: "https://YOURNAME.signicat.com/auth/open" },
    testHosts: /\.sandbox\.signicat\.com$/,
    source: { url: `https://developer.signicat.com/identity-methods/${idp}/`, read: "2026-11-21" },
    settings: {
      scopes: ["openid", "profile"],
      acrValues: `idp:${idp}`,
      require: [{ source: "id_token", path: ["idp"], equals: idp }],
      claims: inBoth({ path: ["birthdate"], transform: "iso_date" }),
      ...own,
    },
  };
}

function inBoth(rule: Omit<ClaimRule, "source">): ClaimRule[] {
  return (["userinfo", "id_token"] as const).map((source) => ({ source, ...rule }));
}
