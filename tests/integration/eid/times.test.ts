import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { log } from "#lib/observe/log.ts";
import { startScriptedEid } from "#tests/support/scripted-eid.ts";

const ADULT = { 16: true, 18: true };
/** The claim of the link, and the answer four minutes later; clocks may differ by 10 seconds, an answer takes 6 at most. */
const SINCE = new Date(Math.floor(Date.now() / 1000) * 1000 - 240_000);
const NOW = new Date(+SINCE + 240_000);
const at = (moment: Date, seconds: number) => +moment / 1000 + seconds;

let eid: Awaited<ReturnType<typeof startScriptedEid>>;
beforeAll(async () => {
  eid = await startScriptedEid();
});
afterAll(() => eid.close());

test.for([
  ["iat", "as early as clocks may differ", at(SINCE, -10), ADULT],
  ["iat", "a second earlier", at(SINCE, -11), "eid_refused"],
  ["iat", "an hour earlier", at(SINCE, -3600), "eid_refused"],
  ["iat", "as late as clocks and the eID may be", at(NOW, 16), ADULT],
  ["iat", "a second later", at(NOW, 17), "eid_refused"],
  ["auth_time", "as early as clocks may differ", at(SINCE, -10), ADULT],
  ["auth_time", "a second earlier", at(SINCE, -11), "eid_refused"],
  ["auth_time", "in 2020", Date.UTC(2020) / 1000, "eid_refused"],
  ["auth_time", "as late as clocks and the eID may be", at(NOW, 16), ADULT],
  ["auth_time", "a second later", at(NOW, 17), "eid_refused"],
  ["auth_time", "nowhere", undefined, "eid_refused"],
  ["nbf", "nearly as far ahead as clocks and the eID may be", at(new Date(), 14), ADULT],
  ["nbf", "a minute ahead", at(new Date(), 60), "eid_refused"],
  ["exp", "a minute ago", at(new Date(), -60), "eid_refused"],
] as const)("%s %s", async ([claim, , seconds, expected]) => {
  expect(await eid.verified(eid.provider(), { [claim]: seconds }, SINCE, NOW)).toEqual(expected);
});

test.for([
  ["five minutes ago", -300, ADULT],
  ["longer ago than that and than clocks may differ", -311, "eid_refused"],
] as const)("a sign-in %s, where the attempt began fourteen minutes ago", async ([, seconds, expected]) => {
  const since = new Date(+NOW - 14 * 60_000);
  expect(await eid.verified(eid.provider(), { auth_time: at(NOW, seconds) }, since, NOW)).toEqual(expected);
});

test.for([
  ["after the claim", new Date(+SINCE + 1_000).toISOString(), ADULT],
  ["in 2020", "2020-05-01T12:00:00Z", "eid_refused"],
  ["without an offset", "2026-11-21T12:00:00", "eid_refused"],
  ["in words", "just now", "eid_refused"],
  ["nowhere", undefined, "eid_refused"],
] as const)(
  "an instant of the sign-in %s, where the eID tells it in a claim of its own",
  async ([, instant, expected]) => {
    const provider = eid.provider({ SIGN_IN_TIME: '{"source":"id_token","path":["urn:broker","signed.in"]}' });
    const claims = { "urn:broker": { "signed.in": instant }, auth_time: at(SINCE, 1) };
    expect(await eid.verified(provider, claims, SINCE, NOW)).toEqual(expected);
  },
);

test("by the operator's word a sign-in may be at an unknown time, but not at one long ago", async () => {
  const provider = eid.provider({ ACCEPT_UNKNOWN_SIGN_IN_TIME: "1" });
  expect(await eid.verified(provider, { auth_time: undefined }, SINCE, NOW)).toEqual(ADULT);
  expect(await eid.verified(provider, { auth_time: at(SINCE, -11) }, SINCE, NOW)).toBe("eid_refused");
});

test.for([
  ["iat", at(NOW, 3_600), 3_600],
  ["iat", at(SINCE, -7_200), -7_200],
  ["auth_time", at(NOW, 120), 120],
  ["exp", at(new Date(), -900), -900],
] as const)(
  "a refusal for %s says in the log that it was the clock, and by how much",
  async ([claim, seconds, off]) => {
    const warn = vi.spyOn(log, "warn");
    await eid.verified(eid.provider(), { [claim]: seconds }, SINCE, NOW);
    const lines = warn.mock.calls.map(([line]) => line as unknown as Record<string, unknown>);
    const forTime = lines.filter(({ event }) => event === "eid_refused_for_time");
    expect(forTime).toEqual([{ event: "eid_refused_for_time", claim, differenceSeconds: expect.any(Number) }]);
    expect(Math.abs(Number(forTime[0]?.differenceSeconds) - off)).toBeLessThanOrEqual(5);
  },
);

test("what must hold is held on the answer itself", async () => {
  const provider = eid.provider({
    PARAMETERS: '{"idp_values":"mitid"}',
    REQUIRE:
      '[{"source":"id_token","path":["idp"],"equals":"mitid"},{"source":"id_token","path":["identity_type"],"notEquals":"test"}]',
  });
  const verified = (claims: object) => eid.verified(provider, { idp: "mitid", identity_type: "private", ...claims });
  expect(await verified({})).toEqual(ADULT);
  expect(await verified({ idp: "sbid" })).toBe("eid_refused");
  expect(await verified({ idp: undefined })).toBe("eid_refused");
  expect(await verified({ identity_type: "test" })).toBe("eid_refused");
  expect(await verified({ identity_type: undefined })).toBe("eid_refused");
});

test.for([
  ["us", "ageway", ADULT],
  ["another client, who is no audience of it", "another", "eid_refused"],
  ["something that is no client", ["ageway"], "eid_refused"],
] as const)("an ID token that was issued to %s", async ([, azp, expected]) => {
  expect(await eid.verified(eid.provider(), { azp })).toEqual(expected);
});
