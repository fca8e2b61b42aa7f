import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { PERSONAS } from "#sandbox/eid/persona.ts";
import { startEid } from "#sandbox/eid/server.ts";
import { startApp } from "#tests/support/app.ts";
import { DIALECTS, type DialectName } from "#tests/support/dialects/dialects.ts";
import { inFull } from "#tests/support/full.ts";
import { check, generate, newDevice } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { freePort } from "#tests/support/ports.ts";
import { sharedApp } from "#tests/support/shared-app.ts";
import { browser, completeFlow, started, tokenIn } from "#tests/support/visitor.ts";

/** What every provider configuration must make of every persona, asked for 18 and for 16. */
const EXPECTED: Record<string, { at18: string; at16: string }> = {
  adult: { at18: "verified", at16: "verified" },
  "eighteen-today": { at18: "verified", at16: "verified" },
  "eighteen-tomorrow": { at18: "too_young", at16: "verified" },
  seventeen: { at18: "too_young", at16: "verified" },
  "sixteen-today": { at18: "too_young", at16: "verified" },
  "sixteen-tomorrow": { at18: "too_young", at16: "too_young" },
  fifteen: { at18: "too_young", at16: "too_young" },
  "leap-day": { at18: "verified", at16: "verified" },
  "over-18-claim": { at18: "verified", at16: "verified" },
  slow: { at18: "verified", at16: "verified" },
  "rotated-key": { at18: "verified", at16: "verified" },
  "no-birthdate": { at18: "eid_no_age", at16: "eid_no_age" },
  "impossible-date": { at18: "eid_no_age", at16: "eid_no_age" },
  contradictory: { at18: "eid_no_age", at16: "eid_no_age" },
  cancel: { at18: "cancelled", at16: "cancelled" },
  timeout: { at18: "eid_timeout", at16: "eid_timeout" },
  down: { at18: "eid_down", at16: "eid_down" },
  "wrong-nonce": { at18: "eid_refused", at16: "eid_refused" },
  "wrong-issuer": { at18: "eid_refused", at16: "eid_refused" },
  "wrong-audience": { at18: "eid_refused", at16: "eid_refused" },
  "expired-token": { at18: "eid_refused", at16: "eid_refused" },
  "unsigned-token": { at18: "eid_refused", at16: "eid_refused" },
  "forged-signature": { at18: "eid_refused", at16: "eid_refused" },
  "stale-login": { at18: "eid_refused", at16: "eid_refused" },
};

test("the chapter of testing names every person, and says how a check of each ends", () => {
  const chapter = readFileSync("docs/integrate/testing.md", "utf8").split("## The people of the sandbox")[1] ?? "";
  const named = [...chapter.matchAll(/^- \*\*(.+?)\*\*: ((?:.|\n(?! *\n|-))+)/gm)].map(([, how = "", people = ""]) => [
    how,
    people.split(/;\s+/).map((words) => words.replace(/\s+/g, " ").trim()),
  ]);
  const ending = (at18: boolean, at16: boolean) =>
    PERSONAS.flatMap(({ id, words }) => {
      const [is18, is16] = [EXPECTED[id]?.at18, EXPECTED[id]?.at16].map((outcome) => outcome === "verified");
      return is18 === at18 && is16 === at16 ? [words] : [];
    });
  expect(Object.fromEntries(named)).toEqual({
    "Confirmed for 18 and 16": ending(true, true),
    "Confirmed for 16 only": ending(false, true),
    Refused: ending(false, false),
  });
});

/** The sandbox, presets of two brokers, and one that an operator writes; `presets.test.ts` has all presets. */
const CONFIGURATIONS: (Record<"s" | "b", { dialect: DialectName; settings: Record<string, string> }> & {
  wantsPushed: boolean;
})[] = [
  { wantsPushed: false, s: preset("sandbox-s"), b: preset("sandbox-b") },
  { wantsPushed: false, s: preset("bankid-se-idura"), b: preset("mitid-signaturgruppen") },
  {
    wantsPushed: true,
    s: preset("mitid-idura"),
    b: {
      dialect: "years",
      settings: {
        PRESET: "",
        NAME: "An eID that tells years",
        SCOPES: "openid age",
        TIME_ZONE: "Europe/Oslo",
        ID_TOKEN_ALG: "ES256",
        CLAIMS: '[{"source":"userinfo","path":["https://broker.example/age"],"transform":"int"}]',
      },
    },
  },
];

function preset(name: DialectName) {
  return { dialect: name, settings: { PRESET: name } };
}

test("the suite knows every persona of the sandbox", () => {
  expect(PERSONAS.map(({ id }) => id).toSorted()).toEqual(Object.keys(EXPECTED).toSorted());
});

type Case = readonly [persona: string, provider: "s" | "b", age: "18" | "16", expected: string];

/** `presets.test.ts` has the contradictory persona at each preset: some tell the age once, and cannot contradict themselves. */
const ALL = Object.entries(EXPECTED).flatMap(([persona, { at18, at16 }]) =>
  (["s", "b"] as const).flatMap((provider): Case[] => [
    [persona, provider, "18", at18],
    [persona, provider, "16", at16],
  ]),
);

/**
 * In full every persona, provider and age at every configuration. On every run: every persona of the first configuration at
 * 18, and at 16 where that ends otherwise; of the others those that try how their broker tells an age.
 */
function casesOf(n: number): Case[] {
  const usual = ALL.filter(([persona, , age]) => {
    const { at18, at16 } = EXPECTED[persona] ?? {};
    return n === 0 ? age === "18" || at18 !== at16 : age === "18" && OF_AN_AGE.includes(persona);
  });
  const all = ALL.filter(([persona]) => n === 0 || persona !== "contradictory");
  return inFull(all, usual);
}

/** An age on both sides of the boundary, in each form that it is told in, and what is none. */
const OF_AN_AGE = [
  "adult",
  "eighteen-today",
  "eighteen-tomorrow",
  "seventeen",
  "leap-day",
  "over-18-claim",
  "no-birthdate",
  "impossible-date",
];

/** In full all three. The second adds to the last that both are presets of brokers, and `presets.test.ts` walks through each. */
const TRIED = CONFIGURATIONS.map((pair, n) => [pair.s.dialect, pair.b.dialect, pair, casesOf(n)] as const).filter(
  (_, n) => inFull(true, n !== 1),
);

describe.for(TRIED)("s speaks %s, b speaks %s", ([, , { s, b, wantsPushed }, cases]) => {
  let shop: Awaited<ReturnType<typeof newOrganization>>;
  let eid: Awaited<ReturnType<typeof startEid>> | undefined;
  let app: Awaited<ReturnType<typeof startApp>> | undefined;

  beforeAll(async () => {
    shop = await newOrganization();
    if (s.dialect === "sandbox-s") {
      // The sandbox's own dialects are what every server of these tests speaks.
      process.env.SERVER_URL = await sharedApp();
      return;
    }
    const dialects = { s: DIALECTS[s.dialect], b: DIALECTS[b.dialect] };
    eid = await startEid({ port: 0, clients: inject("clients"), slowMs: 50, dialects, wantsPushed });
    const settings = [
      ...Object.entries({ ...s.settings, ISSUER: `${eid.url}/s` }).map(([name, value]) => [`EID_S_${name}`, value]),
      ...Object.entries({ ...b.settings, ISSUER: `${eid.url}/b` }).map(([name, value]) => [`EID_B_${name}`, value]),
    ];
    app = await startApp({ ...inject("env"), ...Object.fromEntries(settings) }, await freePort());
    process.env.SERVER_URL = app.url;
  });
  afterAll(async () => {
    await app?.stop();
    await eid?.close();
  });

  test.for(cases)(
    "%s at %s, asked for %s: %s, and one way back with a token",
    async ([persona, provider, age, expected]) => {
      const billedBefore = await shop.billed();
      const [visitor, device] = [browser(), newDevice()];
      const { url } = await started(provider, shop, { age, device });
      const back = await completeFlow(visitor, url, persona);
      expect(back.status).toBe(303);
      const isVerified = expected === "verified";
      const home = isVerified ? back : await leaveWith(visitor, url, expected);
      const token = tokenIn(home.headers.get("location"));
      const answer = await check(token ?? "", device, shop.key);
      expect([answer.status, answer.body]).toEqual([
        200,
        expect.objectContaining({ verified: isVerified, age: isVerified ? Number(age) : null }),
      ]);
      expect((await shop.billed()) - billedBefore).toBe(provider === "b" || isVerified ? 1 : 0);
    },
  );

  test("both are asked at the same time and do not mix their visitors up", async () => {
    const shop = await newOrganization();
    const flows = ["adult", "fifteen", "adult", "wrong-nonce", "adult", "seventeen"].map(async (persona, i) => {
      const { url, device } = await started(i % 2 === 0 ? "s" : "b", shop);
      const visitor = browser();
      const back = await completeFlow(visitor, url, persona);
      const isHome = tokenIn(back.headers.get("location")) !== null;
      const home = isHome ? back : await visitor.go(`${url}&do=leave`, "POST");
      const { body } = await check(tokenIn(home.headers.get("location")) ?? "", device, shop.key);
      return (body as { verified: boolean }).verified;
    });
    expect(await Promise.all(flows)).toEqual([true, false, true, false, true, false]);
    expect((await generate("b", shop)).status).toBe(200);
  });
});

async function leaveWith(visitor: ReturnType<typeof browser>, url: string, code: string) {
  const page = await visitor.go(url);
  expect([page.status, page.headers.get("ageway-reason")]).toEqual([code === "eid_down" ? 503 : 200, code]);
  return visitor.go(`${url}&do=leave`, "POST");
}
