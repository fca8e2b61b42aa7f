import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { readProvider } from "#lib/eid/configuration.ts";
import type { ProviderConfiguration } from "#lib/eid/providers.ts";
import { begin, conclude } from "#lib/eid/relying-party.ts";
import { startEid } from "#sandbox/eid/server.ts";
import { DIALECTS } from "#tests/support/dialects/dialects.ts";
import { ATTEMPT as ASKED, startScriptedEid } from "#tests/support/scripted-eid.ts";
import { browser } from "#tests/support/visitor.ts";

type Name = "s" | "b";

let eid: Awaited<ReturnType<typeof startEid>>;
beforeAll(async () => {
  // At `s` we prove ourselves with a secret, at `b` with a key, and it takes signed requests only.
  eid = await startEid({
    port: 0,
    clients: inject("clients"),
    dialects: { s: DIALECTS["mitid-idura"], b: DIALECTS["mitid-signaturgruppen"] },
    wantsPushed: true,
  });
});
afterAll(() => eid.close());

function provider(name: Name, settings: Record<string, string> = {}): ProviderConfiguration {
  const env: Record<string, string> = {
    ...inject("env"),
    EID_S_PRESET: "mitid-idura",
    EID_B_PRESET: "mitid-signaturgruppen",
  };
  const prefix = `EID_${name.toUpperCase()}`;
  env[`${prefix}_ISSUER`] = `${eid.url}/${name}`;
  for (const [key, value] of Object.entries(settings)) env[`${prefix}_${key}`] = value;
  const read = readProvider(env, prefix);
  if (!read.ok) throw new Error(read.problems.join());
  return read.provider;
}

const attemptAt = (name: Name) => ({ ...ASKED, redirectUri: `${process.env.BASE_URL}/verify/${name}/callback` });

async function verified(name: Name, persona: string, change: (request: URLSearchParams) => void = () => {}) {
  const [us, attempt] = [provider(name), { ...attemptAt(name), begunAt: new Date() }];
  const begun = await begin(us, attempt);
  if (!begun.ok) throw new Error(begun.problem);
  change(begun.url.searchParams);
  const callback = new URL(await browser().choose(begun.url.href, persona));
  const concluded = await conclude(us, callback, attempt, new Date());
  return concluded.ok ? concluded.ages[18] : concluded.problem;
}

test.for(["s", "b"] as const)(
  "the visitor's browser carries nothing of the request to %s but its number",
  async (name) => {
    const begun = await begin(provider(name), attemptAt(name));
    const carried = begun.ok ? [...begun.url.searchParams.keys()].toSorted() : begun.problem;
    expect(carried).toEqual(["client_id", "request_uri"]);
  },
);

test.for(["s", "b"] as const)(
  "a request pushed to %s is the one that is answered, whatever the browser adds to it",
  async (name) => {
    const others = {
      acr_values: "urn:grn:authn:no:bankid:low",
      login_hint: "country:NO",
      idp_values: "sbid",
      prompt: "consent",
      max_age: "86400",
      scope: "openid is_over_16 age_verify:16",
    };
    const tamper = (request: URLSearchParams) => {
      for (const [parameter, value] of Object.entries(others)) request.set(parameter, value);
    };
    expect(await verified(name, "adult")).toBe(true);
    expect(await verified(name, "adult", tamper)).toBe(true);
    expect(await verified(name, "seventeen", tamper)).toBe(false);
  },
);

test("a request is pushed only where that is offered, and not against the operator's word", async () => {
  const obedient = await startScriptedEid();
  try {
    const plain = async (settings: Record<string, string>) => {
      const begun = await begin(obedient.provider(settings), ASKED);
      return begun.ok && begun.url.searchParams.get("scope");
    };
    expect(await plain({})).toBe("openid");
    obedient.describe(200, { ...obedient.soundDocument(), pushed_authorization_request_endpoint: null });
    expect(await plain({})).toBe("openid");
    obedient.describe(200, {
      ...obedient.soundDocument(),
      pushed_authorization_request_endpoint: `${obedient.issuer}/nobody-answers-here`,
    });
    expect(await plain({ PUSHED_REQUESTS: "never" })).toBe("openid");
    // What cannot be pushed is not handed to the browser instead.
    expect(await plain({})).toBe(false);
  } finally {
    await obedient.close();
  }
});

test.for([
  ["takes requests that are signed so", { request_parameter_supported: true, algs: ["ES256"] }, true],
  ["takes other signatures only", { request_parameter_supported: true, algs: ["RS256"] }, false],
  ["takes none", { request_parameter_supported: false, algs: ["ES256"] }, false],
  ["does not say which", { request_parameter_supported: true, algs: undefined }, false],
] as const)("an eID that demands signed requests and %s", async ([, { algs, ...metadata }, isSigned]) => {
  const obedient = await startScriptedEid();
  try {
    obedient.describe(200, {
      ...obedient.soundDocument(),
      ...metadata,
      require_signed_request_object: true,
      request_object_signing_alg_values_supported: algs,
    });
    const key = { CLIENT_SECRET: "", PRIVATE_KEY: inject("env").EID_B_PRIVATE_KEY ?? "" };
    const begun = await begin(obedient.provider(key), ASKED);
    expect(begun.ok && begun.url.searchParams.has("request")).toBe(isSigned);
    const withSecret = await begin(obedient.provider(), ASKED);
    expect(withSecret.ok && withSecret.url.searchParams.has("request")).toBe(false);
  } finally {
    await obedient.close();
  }
});
