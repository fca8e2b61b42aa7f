import type { ClaimPath, ClaimRule, Requirement } from "./claims.rules.ts";
import { asksUserinfo, type ProviderConfiguration } from "./providers.ts";

/** Holds what a configuration does, in words for an operator who compares it with what the eID's contract says. */
export type EidSummary = { asks: string[]; believes: string[]; mustHold: string[]; calendar: string };

/** `issuer`: in other words, where nobody has given one yet. */
export function eidSummaryOf(provider: ProviderConfiguration, issuer = provider.issuer): EidSummary {
  return {
    asks: asksOf(provider),
    believes: provider.claims.map(believed),
    mustHold: [
      `the ID token is signed with ${provider.idTokenAlg}, for us, by ${issuer}, in answer to this request`,
      ...(provider.decryption
        ? [`${encrypted(provider)} encrypted with ${provider.decryption.contentEncryption}, to one of our keys`]
        : []),
      ...(provider.userinfoAlg ? [`userinfo is signed with ${provider.userinfoAlg}`] : []),
      ...provider.require.map(requirementInWords),
      freshness(provider),
    ],
    calendar: `birthdays count on the calendar of ${provider.timeZone}`,
  };
}

function asksOf(provider: ProviderConfiguration): string[] {
  const { scopes, acrValues, loginHint, prompt, parameters = {}, authentication } = provider;
  const parameter = (name: string, value: string | undefined) => (value ? [`${name} ${value}`] : []);
  return [
    `scope ${scopes.join(" ")}`,
    ...parameter("acr_values", acrValues),
    ...parameter("login_hint", loginHint),
    ...parameter("prompt", prompt),
    ...Object.entries(parameters).map(([name, value]) => `${name} ${value}`),
    of16(provider),
    `we prove ourselves by ${authentication.method}`,
  ];
}

function of16({ checksOf16, scopes, acrValues = "", loginHint = "" }: ProviderConfiguration): string {
  if (checksOf16 === "ask_18") return "a check of 16 is asked as one of 18";
  if (checksOf16 === "refuse") return "calls for 16 are refused";
  const namesAge = [...scopes, acrValues, loginHint].some((text) => text.includes("{age}"));
  return namesAge ? "{age} is 16 or 18, as the shop asks" : "the same for a check of 16 and for one of 18";
}

const WORDS: Record<ClaimRule["transform"], string> = {
  iso_date: "a birth date, YYYY-MM-DD",
  compact_date: "a birth date, YYYYMMDD",
  int: "an age in whole years",
  bool: "true or false",
  string_bool: '"true" or "false"',
  pair_colon: 'an age and an answer, "18:true"',
  threshold_object: 'an age and an answer, {"ageOrOlder":18,"ageCheckPassed":true}',
};

function believed({ transform, age, ...place }: ClaimRule): string {
  return `${placeOf(place)}: ${WORDS[transform]}${age === undefined ? "" : `, about ${age}`}`;
}

export function requirementInWords({ equals, oneOf, notEquals, mayBeMissing, ...place }: Requirement): string {
  const value =
    notEquals !== undefined ? `there, and not ${notEquals}` : oneOf ? `one of ${oneOf.join(", ")}` : String(equals);
  return `${placeOf(place)} is ${value}${mayBeMissing ? ", if it is there" : ""}`;
}

function encrypted(provider: ProviderConfiguration): string {
  return asksUserinfo(provider) ? "the ID token and userinfo are" : "the ID token is";
}

function freshness({ signInTimes, acceptsUnknownSignInTime }: ProviderConfiguration): string {
  const unless = acceptsUnknownSignInTime ? ", if it is there" : "";
  return `${signInTimes.map(placeOf).join(" or ")} is after the visitor pressed the button${unless}`;
}

function placeOf({ source, path }: ClaimPath): string {
  return `${path.join(" › ")} of the ${source === "id_token" ? "ID token" : "userinfo"}`;
}
