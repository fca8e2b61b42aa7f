import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ProviderConfiguration } from "#lib/eid/providers.ts";
import { begin } from "#lib/eid/relying-party.ts";
import { log } from "#lib/observe/log.ts";
import { pass } from "#tests/support/passing-time.ts";
import { ATTEMPT, startScriptedEid } from "#tests/support/scripted-eid.ts";

const DISCOVERY = "/.well-known/openid-configuration";

let eid: Awaited<ReturnType<typeof startScriptedEid>>;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.spyOn(log, "warn");
  eid = await startScriptedEid();
});
afterEach(() => eid.close());

/** How often discovery failed in the background. What the eID was asked may still be under way. */
const failures = () =>
  vi.mocked(log.warn).mock.calls.filter(([line]) => JSON.stringify(line).includes("eid_metadata_not_renewed")).length;
const discoveries = () => eid.asked.filter((path) => path === DISCOVERY).length;
/** Where a visitor is sent, or why nowhere. */
const goes = async (provider: ProviderConfiguration) => {
  const begun = await begin(provider, ATTEMPT);
  return begun.ok ? begun.url.pathname : begun.problem;
};

test("metadata that is an hour old is used while discovery is away, for a day", async () => {
  const provider = eid.provider();
  expect(await goes(provider)).toBe("/auth");
  pass(59);
  expect([await goes(provider), discoveries()]).toEqual(["/auth", 1]);
  eid.describe(503, {});
  pass(2);
  expect(await goes(provider)).toBe("/auth");
  await expect.poll(failures).toBe(1);
  expect(discoveries()).toBe(2);
  pass(23 * 60 - 2);
  expect(await goes(provider)).toBe("/auth");
  pass(2);
  expect(await goes(provider)).toBe("eid_down");
  eid.describe(200, eid.soundDocument());
  expect(await goes(provider)).toBe("/auth");
});

test("metadata is renewed in the background: no visitor waits, and the next one goes where it says", async () => {
  const provider = eid.provider();
  await goes(provider);
  eid.describe(200, { ...eid.soundDocument(), authorization_endpoint: `${eid.issuer}/new` });
  pass(61);
  expect(await goes(provider)).toBe("/auth");
  await expect.poll(() => goes(provider)).toBe("/new");
  expect(discoveries()).toBe(2);
});

test("an eID whose discovery is away is asked again once a minute, however many visitors come", async () => {
  const provider = eid.provider();
  await goes(provider);
  eid.describe(503, {});
  pass(61);
  await Promise.all(Array.from({ length: 20 }, () => goes(provider)));
  await expect.poll(failures).toBe(1);
  await goes(provider);
  expect(discoveries()).toBe(2);
  pass(2);
  await Promise.all(Array.from({ length: 20 }, () => goes(provider)));
  await expect.poll(failures).toBe(2);
  expect(discoveries()).toBe(3);
});

test("of visitors that come first at once, one asks for all", async () => {
  const provider = eid.provider();
  const all = await Promise.all(Array.from({ length: 20 }, () => goes(provider)));
  expect([new Set(all), discoveries()]).toEqual([new Set(["/auth"]), 1]);
});

const without = (name: string) => () => ({ ...eid.soundDocument(), [name]: undefined });

test.for([
  ["no place to send visitors", without("authorization_endpoint")],
  ["no place for the code", without("token_endpoint")],
  ["no keys", without("jwks_uri")],
  ["no userinfo, which we need", without("userinfo_endpoint")],
  ["a place that is no address", () => ({ ...eid.soundDocument(), token_endpoint: "/token" })],
  ["another issuer", () => ({ ...eid.soundDocument(), issuer: "https://elsewhere.example" })],
  ["nothing", () => ({})],
] as const)("a discovery document with %s is not remembered", async ([, spoilt]) => {
  const provider = eid.provider({
    CLAIMS: '[{"source":"userinfo","path":["age"],"transform":"int"}]',
  });
  const sound = { ...eid.soundDocument(), userinfo_endpoint: `${eid.issuer}/userinfo` };
  eid.describe(200, spoilt());
  expect(await goes(provider)).toBe("eid_refused");
  eid.describe(200, sound);
  expect(await goes(provider)).toBe("/auth");
  // And it does not take the place of what is known.
  eid.describe(200, { ...sound, ...spoilt(), authorization_endpoint: undefined });
  pass(61);
  expect(await goes(provider)).toBe("/auth");
  await expect.poll(failures).toBe(1);
  expect([await goes(provider), discoveries()]).toEqual(["/auth", 3]);
});
