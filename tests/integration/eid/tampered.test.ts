import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PRESETS } from "#lib/eid/presets.ts";
import { inFull } from "#tests/support/full.ts";
import { type PresetName, startPresetEid } from "#tests/support/preset-eid.ts";

type Kind = "scheme" | "country" | "level" | "age" | "freshness" | "prompt";

/** What a visitor makes of the request on the way to the eID, and who then answers it, truthfully and correctly signed. */
type Tampered = { persona: string; change: (request: URLSearchParams) => void };

const set = (name: string, value: string, persona = "adult"): Tampered => ({
  persona,
  change: (request) => request.set(name, value),
});
/** A parameter that this eID does not have: it answers as if nothing had happened, so the visitor is a minor. */
const unheard = (name: string, value: string) => set(name, value, "seventeen");

/** The person who used the browser before is still signed in at the eID, and no request asks for another sign-in. */
const remembered: Record<"freshness" | "prompt", Tampered> = {
  freshness: {
    persona: "adult",
    change: (request) => {
      request.delete("prompt");
      request.set("max_age", "86400");
    },
  },
  prompt: {
    persona: "adult",
    change: (request) => {
      request.delete("prompt");
      request.delete("max_age");
    },
  },
};

const idura = (others: { scheme: string; country: string; level: string }): Record<Kind, Tampered> => ({
  scheme: set("acr_values", others.scheme),
  country: set("login_hint", `country:${others.country}`),
  level: set("acr_values", others.level),
  age: set("scope", "openid is_over_16", "seventeen"),
  ...remembered,
});

const sandbox: Record<Kind, Tampered> = {
  scheme: unheard("acr_values", "urn:grn:authn:no:bankid"),
  country: unheard("ui_locales", "nb"),
  level: unheard("acr_values", "urn:level:low"),
  age: unheard("scope", "openid"),
  ...remembered,
};

/** Any other scheme has its own name, and its own country with it. */
const iduraScheme = (others: { scheme: string; country: string }): Record<Kind, Tampered> => ({
  scheme: set("acr_values", others.scheme),
  country: set("acr_values", others.country),
  level: set("acr_values", "urn:grn:authn:any:low"),
  age: unheard("scope", "openid"),
  ...remembered,
});

const signicat = (others: { scheme: string; country: string }): Record<Kind, Tampered> => ({
  scheme: set("acr_values", `idp:${others.scheme}`),
  country: set("acr_values", `idp:${others.country}`),
  level: set("acr_values", ""),
  age: set("scope", "openid"),
  ...remembered,
});

/** The request is signed: whatever stands beside it is not heard, and an adult would be one all the same. */
const signed = Object.fromEntries(
  Object.entries({ ...sandbox }).map(([kind, { change }]) => [kind, { persona: "seventeen", change }]),
) as Record<Kind, Tampered>;

const TAMPERED: Record<PresetName, Record<Kind, Tampered>> = {
  "sandbox-s": sandbox,
  "sandbox-b": sandbox,
  "mitid-signaturgruppen": {
    scheme: set("idp_values", "mitid_erhverv"),
    country: set("idp_values", "sbid"),
    level: set("idp_values", "mitid_demo"),
    age: set("scope", "openid minimal age_verify:16", "seventeen"),
    ...remembered,
  },
  "bankid-se-idura": idura({
    scheme: "urn:grn:authn:se:frejaid",
    country: "DK",
    level: "urn:grn:authn:dk:mitid:low",
  }),
  "mitid-idura": idura({
    scheme: "urn:grn:authn:no:vipps",
    country: "NO",
    level: "urn:grn:authn:dk:mitid:low",
  }),
  "bankid-no-idura": idura({
    scheme: "urn:grn:authn:no:vipps",
    country: "SE",
    level: "urn:grn:authn:dk:mitid:low",
  }),
  "bankid-no-idura-birthdate": iduraScheme({ scheme: "urn:grn:authn:no:vipps", country: "urn:grn:authn:se:bankid" }),
  "vipps-idura": iduraScheme({ scheme: "urn:grn:authn:se:frejaid", country: "urn:grn:authn:se:bankid" }),
  "freja-idura": {
    ...iduraScheme({ scheme: "urn:grn:authn:se:bankid", country: "urn:grn:authn:no:vipps" }),
    level: set("login_hint", "BASIC"),
    age: unheard("scope", "openid profile"),
  },
  "idin-idura": {
    ...iduraScheme({ scheme: "urn:grn:authn:no:vipps", country: "urn:grn:authn:de:personalausweis" }),
    age: set("scope", "openid"),
  },
  "personalausweis-idura": iduraScheme({ scheme: "urn:grn:authn:nl:idin", country: "urn:grn:authn:no:vipps" }),
  "bankid-se-signicat": signicat({ scheme: "freja", country: "nbid" }),
  "bankid-no-signicat": signicat({ scheme: "vipps", country: "sbid" }),
  "mitid-signicat": signicat({ scheme: "nemid", country: "ftn" }),
  "idin-signicat": signicat({ scheme: "ideal", country: "sbid" }),
  "bankid-no-direct": {
    ...sandbox,
    level: set("acr_values", "urn:bankid:bis"),
    age: set("scope", "openid"),
  },
  "vipps-direct": { ...sandbox, age: set("scope", "openid") },
  "ftn-idura": signed,
  "ftn-signicat": signed,
  "ftn-direct": signed,
  "itsme-direct": signed,
};

test("every preset is tampered with", () => {
  expect(Object.keys(TAMPERED).toSorted()).toEqual(Object.keys(PRESETS).toSorted());
});

/** On every run one of each way in which a broker is asked. */
const USUAL = [
  "sandbox-s",
  "mitid-signaturgruppen",
  "mitid-idura",
  "vipps-idura",
  "bankid-se-signicat",
  "ftn-direct",
] as const;

describe.for(inFull<readonly PresetName[]>(Object.keys(TAMPERED) as PresetName[], USUAL))("%s", (preset) => {
  let eid: Awaited<ReturnType<typeof startPresetEid>>;
  beforeAll(async () => {
    eid = await startPresetEid(preset);
  });
  afterAll(() => eid.close());

  test("an adult who leaves the request alone is over 18", async () => {
    expect(await eid.checked("adult", 18)).toBe("verified");
  });

  test.for(Object.entries(TAMPERED[preset]))(
    "no yes to 18 for a visitor who tampers with the %s",
    async ([, { persona, change }]) => {
      const answer = await eid.checked(persona, 18, change);
      expect(answer).not.toBe("verified");
      // It is the answer that was refused, not the request: a correctly signed one came back.
      expect(answer).not.toBe("eid_down");
    },
  );
});
