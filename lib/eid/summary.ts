import type { ClaimPath, ClaimRule, Requirement } from "./claims.rules.ts";
import type { ProviderConfiguration } from "./configuration.ts";

/** What a configuration does, in words for an operator who compares it with what the eID's contract says. */
export type EidSummary = { asks: string[]; believes: string[]; mustHold: string[]; calendar: string };

export function eidSummaryOf(provider: ProviderConfiguration): EidSummary {
  return {
    asks: asksOf(provider),
    believes: provider.claims.map(believed),
    mustHold: [
      `the ID token is signed with ${provider.idTokenAlg}, for us, by ${provider.issuer}, in answer to this request`,
      ...(provider.decryption ? [`the ID token is encrypted with ${provider.decryption.contentEncryption}`] : []),
      ...(provider.userinfoAlg ? [`userinfo is signed with ${provider.userinfoAlg}`] : []),
      ...provider.require.map(required),
      freshness(provider),
    ],
    calendar: `birthdays count on the calendar of ${provider.timeZone}`,
  };
}

function asksOf(provider: ProviderConfiguration): string[] {
  const { scopes, acrValues, loginHint, prompt, parameters = {}, checksOf16, authentication } = provider;
  const parameter = (name: string, value: string | undefined) => (value ? [`${name} ${value}`] : []);
  return [
    `scope ${scopes.join(" ")}`,
    ...parameter("acr_values", acrValues),
    ...parameter("login_hint", loginHint),
    ...parameter("prompt", prompt),
    ...Object.entries(parameters).map(([name, value]) => `${name} ${value}`),
    ...OF_16[checksOf16],
    `we prove ourselves by ${authentication.method}`,
  ];
}

const OF_16: Record<ProviderConfiguration["checksOf16"], string[]> = {
  ask_16: ["{age} is 16 or 18, as the shop asks"],
  ask_18: ["{age} is 18, also in a check of 16"],
  refuse: ["{age} is 18; calls for 16 are refused"],
};

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

function required({ equals, oneOf, notEquals, mayBeMissing, ...place }: Requirement): string {
  const value =
    notEquals !== undefined ? `there, and not ${notEquals}` : oneOf ? `one of ${oneOf.join(", ")}` : String(equals);
  return `${placeOf(place)} is ${value}${mayBeMissing ? ", if it is there" : ""}`;
}

function freshness({ signInTime, acceptsUnknownSignInTime }: ProviderConfiguration): string {
  const unless = acceptsUnknownSignInTime ? ", if it is there" : "";
  return `${placeOf(signInTime)} is after the visitor pressed the button${unless}`;
}

function placeOf({ source, path }: ClaimPath): string {
  return `${path.join(" › ")} of the ${source === "id_token" ? "ID token" : "userinfo"}`;
}
