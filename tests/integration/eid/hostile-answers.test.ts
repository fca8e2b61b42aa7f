import { CompactEncrypt, exportJWK, generateKeyPair } from "jose";
import { afterAll, describe, expect, inject, test, vi } from "vitest";
import { dateIn } from "#lib/core/birth-date.rules.ts";
import type { ClaimPath, ClaimRule } from "#lib/eid/claims.rules.ts";
import { readProvider } from "#lib/eid/configuration.ts";
import { PRESETS } from "#lib/eid/presets.ts";
import { asksUserinfo } from "#lib/eid/providers.ts";
import { log } from "#lib/observe/log.ts";
import type { Dialect } from "#sandbox/eid/dialect.ts";
import { DIALECTS } from "#tests/support/dialects/dialects.ts";
import { inFull } from "#tests/support/full.ts";
import type { PresetName } from "#tests/support/preset-eid.ts";
import { startScriptedEid } from "#tests/support/scripted-eid.ts";

type Claims = Record<string, unknown>;

const eid = await startScriptedEid();
afterAll(() => eid.close());
const { privateKey, publicKey } = await generateKeyPair("ECDH-ES", { extractable: true });
const KEY = { ...(await exportJWK(privateKey)), kid: "ours", alg: "ECDH-ES" };

/** The answer that the broker of a preset gives of an adult who has just signed in, as its public documentation has it. */
function golden(name: PresetName): { id_token: Claims; userinfo: Claims } {
  const { claims, scopes, levelOf, sendsLoginTime }: Dialect = DIALECTS[name];
  const { acrValues = "", loginHint = "", parameters = {} } = PRESETS[name]?.settings ?? {};
  const login = { signedInAt: new Date(), acrValues, loginHint, idpValues: parameters.idp_values ?? "" };
  const adult = { birthdate: "1984-02-29" } as const;
  const granted = scopes.filter((scope) => !scope.includes("16"));
  const of = (use: string) => claims(use, granted, adult, dateIn("Europe/Stockholm", new Date()), login);
  return {
    id_token: {
      ...of("id_token"),
      ...(levelOf && { acr: levelOf(login) }),
      ...(sendsLoginTime ? {} : { auth_time: undefined }),
    },
    userinfo: of("userinfo"),
  };
}

function relyingParty(name: PresetName) {
  const { settings = {} } = PRESETS[name] ?? {};
  const encrypts = "contentEncryption" in settings;
  const env: Record<string, string | undefined> = {
    EID_PRESET: name,
    EID_ISSUER: eid.issuer,
    EID_CLIENT_ID: "ageway",
    ...(settings.authMethod === "private_key_jwt"
      ? { EID_PRIVATE_KEY: inject("env").EID_B_PRIVATE_KEY }
      : { EID_CLIENT_SECRET: "secret" }),
    ...(encrypts && { EID_DECRYPTION_KEYS: JSON.stringify([KEY]), EID_CONTENT_ENCRYPTION: "A128GCM" }),
    ...("checksOf16" in settings && { EID_CHECKS_OF_16: "ask_18" }),
    ...("scopes" in settings && settings.scopes === undefined && { EID_SCOPES: "openid service:AGEWAY" }),
    // The scripted eID signs with this one.
    EID_ID_TOKEN_ALG: "RS256",
  };
  const read = readProvider(env, "EID");
  if (!read.ok) throw new Error(read.problems.join());
  return read.provider;
}

async function concluded(
  us: ReturnType<typeof relyingParty>,
  { id_token, userinfo }: ReturnType<typeof golden>,
  { userinfoIs = "encrypted" }: { userinfoIs?: "encrypted" | "signed" | "plain" } = {},
) {
  const wrap = (text: string) =>
    new CompactEncrypt(new TextEncoder().encode(text))
      .setProtectedHeader({ alg: "ECDH-ES", enc: "A128GCM", kid: "ours" })
      .encrypt(publicKey);
  eid.wrapping((token) => (us.decryption ? wrap(token) : Promise.resolve(token)));
  const person = { sub: "somebody", ...userinfo };
  eid.setUserinfo(async () => {
    if (!us.decryption || userinfoIs === "plain") return { type: "application/json", body: JSON.stringify(person) };
    const signed = await eid.signed({ ...person, iss: eid.issuer, aud: "ageway" });
    return { type: "application/jwt", body: userinfoIs === "signed" ? signed : await wrap(signed) };
  });
  const ended = await eid.verified(us, { age: undefined, ...id_token });
  return typeof ended === "string" ? ended : ended[18] === true ? "over 18" : "not known to be over 18";
}

/** The same answer with one claim changed, wherever it stands; `undefined` takes it out. */
function changed(answer: ReturnType<typeof golden>, { source, path }: ClaimPath, to: unknown) {
  const copy = structuredClone(answer);
  let at: Claims = copy[source];
  for (const key of path.slice(0, -1)) at = (at[key.replace("{age}", "18")] ?? {}) as Claims;
  at[path.at(-1)?.replace("{age}", "18") ?? ""] = to;
  return copy;
}

/** How a claim says that somebody is 42 years old, or 11. */
function claimFor({ transform }: ClaimRule, isAdult: boolean): unknown {
  if (transform === "iso_date") return isAdult ? "1984-02-29" : "2015-02-28";
  if (transform === "int") return isAdult ? "42" : "11";
  return transform === "string_bool" ? String(isAdult) : isAdult;
}

/** What no requirement allows: something that is no text, and another text. */
const SHAPES = [["mitid"], { equals: "mitid" }];
const OTHERS = ["another", "", 18, true];

/** No age to any preset. */
const NO_AGES = [undefined, null, "", "1955-09-82", "1990-00-00", "yes", 1, 20081122, "17:true", {}, [true]];

const NAMES = Object.keys(PRESETS) as PresetName[];
const formOf = (name: PresetName) => PRESETS[name]?.settings.claims?.[0]?.transform;

describe.for(NAMES)("%s", (name) => {
  // One for all of its answers: it reads the discovery document and the keys once.
  const us = relyingParty(name);
  // Presets that write an age alike share the wrong values among three of them.
  const alike = NAMES.filter((other) => formOf(other) === formOf(name));
  const inTurn = <Value>(all: readonly Value[]) =>
    all.filter((_, n) => (n + alike.indexOf(name)) % inFull(1, Math.min(3, alike.length)) === 0);

  test("its golden answer is one of an adult", async () => {
    expect(await concluded(us, golden(name))).toBe("over 18");
  });

  test("an answer that lacks or changes what must hold proves nothing", async () => {
    for (const requirement of us.require) {
      const without = await concluded(us, changed(golden(name), requirement, undefined));
      expect(without, `without ${requirement.path}`).toBe(requirement.mayBeMissing ? "over 18" : "eid_refused");
      const { notEquals } = requirement;
      for (const wrong of notEquals ? [notEquals, ...inTurn(SHAPES)] : inTurn([...SHAPES, ...OTHERS])) {
        const ended = await concluded(us, changed(golden(name), requirement, wrong));
        expect(ended, `${requirement.path} = ${JSON.stringify(wrong)}`).toBe("eid_refused");
      }
    }
  });

  if (us.decryption && asksUserinfo(us))
    test("userinfo that is only signed, or plain JSON, proves nothing where the eID encrypts its answers", async () => {
      expect(await concluded(us, golden(name), { userinfoIs: "signed" })).toBe("eid_refused");
      expect(await concluded(us, golden(name), { userinfoIs: "plain" })).toBe("eid_refused");
    });

  if (us.claims.length > 1)
    test("an answer that contradicts itself is over 18 for nobody, and says why", async () => {
      const warned = vi.spyOn(log, "warn");
      // Over 16 and not over 18 is nobody's contradiction.
      const pairs = us.claims
        .flatMap((a) => us.claims.filter((b) => b !== a).map((b) => [a, b] as const))
        .filter(([adults]) => adults.age !== 16);
      // The persona of `presets.test.ts` is a child in the first place and an adult in the second; here it is the other way round.
      for (const [adults, childs] of inFull(pairs, pairs.slice(0, 1))) {
        warned.mockClear();
        const both = changed(changed(golden(name), adults, claimFor(adults, true)), childs, claimFor(childs, false));
        expect(await concluded(us, both)).toBe("eid_no_age");
        expect(warned).toHaveBeenCalledWith(expect.objectContaining({ event: "eid_no_age", why: "contradictory" }));
      }
    });

  test("an answer of an old session, or of none, proves nothing", async () => {
    const hourAgo = new Date(Date.now() - 3_600_000);
    for (const place of us.signInTimes) {
      const old = place.path[0] === "auth_time" ? Math.floor(+hourAgo / 1000) : hourAgo.toISOString();
      // Beside a new one, where there is a second place, an old one counts too.
      expect(await concluded(us, changed(golden(name), place, old))).toBe("eid_refused");
      expect(await concluded(us, changed(golden(name), place, "yesterday"))).toBe("eid_refused");
    }
    const undated = us.signInTimes.reduce((answer, place) => changed(answer, place, undefined), golden(name));
    expect(await concluded(us, undated)).toBe("eid_refused");
  });

  test("an age that is missing, impossible or of another type proves nothing", async () => {
    const [first] = us.claims;
    if (!first) throw new Error("a preset without a claim");
    for (const claim of inTurn(NO_AGES)) {
      // The sandbox's own have a second claim, which may stand alone.
      let answer = golden(name);
      for (const place of us.claims) answer = changed(answer, place, claim);
      expect(await concluded(us, answer), JSON.stringify(claim)).not.toBe("over 18");
    }
  });
});
