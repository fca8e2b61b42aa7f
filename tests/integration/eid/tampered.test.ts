import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { type ProviderConfiguration, readProvider } from "#lib/eid/configuration.ts";
import { PRESETS } from "#lib/eid/presets.ts";
import { begin, conclude } from "#lib/eid/relying-party.ts";
import type { DialectName } from "#sandbox/eid/dialect.ts";
import { startEid } from "#sandbox/eid/server.ts";
import { browser } from "#tests/support/visitor.ts";

type Preset = Exclude<DialectName, "years">;
type Kind = "scheme" | "country" | "level" | "age" | "freshness" | "prompt";

/** What a visitor makes of the request on the way to the eID, and who then answers it, truthfully and correctly signed. */
type Tampered = { persona: string; change: (request: URLSearchParams) => void };

const set = (name: string, value: string, persona = "adult"): Tampered => ({
  persona,
  change: (request) => request.set(name, value),
});
/** A parameter that this eID does not have: it answers as if nothing had happened, so the visitor is a minor. */
const unheard = (name: string, value: string) => set(name, value, "seventeen");

/** Whoever used the browser before is still signed in at the eID, and nobody asks it to ask again. */
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

const TAMPERED: Record<Preset, Record<Kind, Tampered>> = {
  "sandbox-s": sandbox,
  "sandbox-b": sandbox,
  "mitid-signaturgruppen": {
    scheme: set("idp_values", "mitid_erhverv"),
    country: set("idp_values", "sbid"),
    level: set("idp_values", "mitid_demo"),
    age: set("scope", "openid minimal age_verify:16", "seventeen"),
    ...remembered,
  },
  "bankid-idura": idura({
    scheme: "urn:grn:authn:se:frejaid",
    country: "DK",
    level: "urn:grn:authn:dk:mitid:low",
  }),
  "mitid-idura": idura({
    scheme: "urn:grn:authn:no:vipps",
    country: "NO",
    level: "urn:grn:authn:dk:mitid:low",
  }),
};

test("every preset is tampered with", () => {
  expect(Object.keys(TAMPERED).toSorted()).toEqual(Object.keys(PRESETS).toSorted());
});

describe.for(Object.keys(TAMPERED) as Preset[])("%s", (preset) => {
  let eid: Awaited<ReturnType<typeof startEid>>;
  let provider: ProviderConfiguration;

  beforeAll(async () => {
    eid = await startEid({ port: 0, clients: inject("clients"), dialects: { s: preset, b: "sandbox-b" } });
    const read = readProvider(
      {
        EID_PRESET: preset,
        EID_ISSUER: `${eid.url}/s`,
        EID_CLIENT_ID: "ageway",
        EID_CLIENT_SECRET: inject("clients").s.clientSecret,
      },
      "EID",
    );
    if (!read.ok) throw new Error(read.problems.join());
    provider = read.provider;
  });
  afterAll(() => eid.close());

  /** What is proven to somebody who is asked for 18, by the answer to such a request. */
  async function verified(persona: string, change: (request: URLSearchParams) => void): Promise<string> {
    const attempt = {
      state: "a-state",
      nonce: "a-nonce",
      codeVerifier: "v".repeat(43),
      redirectUri: `${process.env.BASE_URL}/verify/s/callback`,
      minimumAge: 18,
    } as const;
    const since = new Date();
    const begun = await begin(provider, { ...attempt, locale: "en" });
    if (!begun.ok) throw new Error(begun.problem);
    change(begun.url.searchParams);
    const callback = new URL(await browser().choose(begun.url.href, persona));
    const concluded = await conclude(provider, callback, attempt, since, new Date());
    return concluded.ok ? JSON.stringify(concluded.ages) : concluded.problem;
  }

  test("an adult who leaves the request alone is over 18", async () => {
    expect(await verified("adult", () => {})).toContain('"over18":true');
  });

  test.for(Object.entries(TAMPERED[preset]))(
    "no yes to 18 for a visitor who tampers with the %s",
    async ([, { persona, change }]) => {
      const answer = await verified(persona, change);
      expect(answer).not.toContain('"over18":true');
      // It is the answer that was refused, not the request: a correctly signed one came back.
      expect(answer).not.toBe("eid_down");
    },
  );
});
