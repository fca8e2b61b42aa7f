import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { MAX_FAILURES } from "#lib/eid/circuit.rules.ts";
import { isAway } from "#lib/eid/circuit.ts";
import type { ProviderConfiguration } from "#lib/eid/providers.ts";
import { begin, conclude } from "#lib/eid/relying-party.ts";
import { log } from "#lib/observe/log.ts";
import { pass, setClock } from "#tests/support/passing-time.ts";
import { ATTEMPT, startScriptedEid } from "#tests/support/scripted-eid.ts";

/** As long as an eID must be given, to have failed. */
const PATIENCE_MS = 3_200;
const ADULT = { 16: true, 18: true };

let eid: Awaited<ReturnType<typeof startScriptedEid>>;
beforeEach(async () => {
  eid = await startScriptedEid();
});
afterEach(() => eid.close());

/** Where a visitor is sent, or why nowhere. */
const goes = async (provider: ProviderConfiguration, remainingMs = PATIENCE_MS) => {
  const begun = await begin(provider, { ...ATTEMPT, locale: "en" }, remainingMs);
  return begun.ok ? begun.url.pathname : begun.problem;
};
const CALLBACK = new URL(`${ATTEMPT.redirectUri}?code=c&state=${ATTEMPT.state}`);
/** How the visitor who comes back fares. */
const returns = async (provider: ProviderConfiguration, remainingMs = PATIENCE_MS) => {
  const concluded = await conclude(provider, CALLBACK, { ...ATTEMPT, begunAt: new Date() }, new Date(), remainingMs);
  return concluded.ok ? "proven" : concluded.problem;
};
const askedFor = (path: string) => eid.asked.filter((one) => one === path).length;
const timed = async (work: () => Promise<unknown>) => {
  const began = performance.now();
  return { answer: await work(), ms: performance.now() - began };
};

test("after failures in a row nobody is sent there or waits, until what failed answers again", async () => {
  const [error, info] = [vi.spyOn(log, "error"), vi.spyOn(log, "info")];
  const provider = eid.provider();
  eid.breakDown("/token", 503);
  for (let n = 0; n < MAX_FAILURES; n += 1)
    expect([await goes(provider), await returns(provider)]).toEqual(["/auth", "eid_down"]);
  await expect.poll(() => goes(provider)).toBe("eid_down");
  const before = askedFor("/token");
  expect([await goes(provider), await returns(provider)]).toEqual(["eid_down", "eid_down"]);
  expect(askedFor("/token")).toBe(before);
  expect(error).toHaveBeenCalledWith(expect.objectContaining({ event: "eid_away", issuer: eid.issuer }));
  eid.repair();
  await expect.poll(() => goes(provider)).toBe("/auth");
  expect(info).toHaveBeenCalledWith(expect.objectContaining({ event: "eid_back", issuer: eid.issuer }));
  expect(await eid.verified(provider, {})).toEqual(ADULT);
});

test("of an eID that accepts and says nothing, the first visitors wait for as long as they may, the others not at all", async () => {
  const [hung, other] = [eid.provider(), await startScriptedEid()];
  await goes(hung);
  eid.breakDown("/token", "silent");
  const first = await Promise.all(Array.from({ length: MAX_FAILURES }, () => timed(() => returns(hung))));
  expect(first.map(({ answer }) => answer)).toEqual(first.map(() => "eid_down"));
  expect(Math.max(...first.map(({ ms }) => ms))).toBeLessThan(PATIENCE_MS + 1_000);
  // A probe of ours waits as long as it may, and then says so.
  await expect.poll(() => isAway(hung), { timeout: 5_000 }).toBe(true);
  const next = await timed(() => returns(hung));
  expect([next.answer, next.ms < 500]).toEqual(["eid_down", true]);
  expect(await other.verified(other.provider(), {})).toEqual(ADULT);
  // It is asked once at a time: one probe waits.
  await expect.poll(() => askedFor("/token"), { timeout: 5_000 }).toBe(MAX_FAILURES + 2);
  await other.close();
});

test.for(["/.well-known/openid-configuration", "/par", "/jwks", "/userinfo"])(
  "no visitor waits longer than they may for %s that says nothing",
  async (path) => {
    const provider = eid.provider({ CLAIMS: '[{"source":"userinfo","path":["age"],"transform":"int"}]' });
    const more = {
      userinfo_endpoint: `${eid.issuer}/userinfo`,
      pushed_authorization_request_endpoint: `${eid.issuer}/par`,
    };
    eid.describe(200, {
      ...eid.soundDocument(),
      ...(path === "/par" ? more : { userinfo_endpoint: more.userinfo_endpoint }),
    });
    eid.breakDown(path, "silent");
    const isAtStart = path === "/par" || path.startsWith("/.well-known");
    const work = isAtStart ? () => goes(provider, 400) : () => eid.verified(provider, {}, new Date(), new Date(), 400);
    const { answer, ms } = await timed(work);
    expect([answer, ms < 1_000]).toEqual(["eid_down", true]);
  },
);

test("a stranger whose odd codes the eID answers with 500 turns it off for nobody", async () => {
  const provider = eid.provider();
  await goes(provider);
  eid.breakDown("POST /token", 500);
  for (let n = 0; n < MAX_FAILURES; n += 1) expect(await returns(provider)).toBe("eid_down");
  expect(await goes(provider)).toBe("/auth");
  // We asked the endpoint ourselves, and it answers.
  await expect.poll(() => askedFor("/token")).toBe(MAX_FAILURES + 1);
  eid.repair();
  expect(await goes(provider)).toBe("/auth");
  expect(await eid.verified(provider, {})).toEqual(ADULT);
});

test("what a visitor had too little time for is no failure of the eID", async () => {
  const provider = eid.provider();
  await goes(provider);
  eid.breakDown("/token", "silent");
  await Promise.all(Array.from({ length: 2 * MAX_FAILURES }, () => returns(provider, 50)));
  expect(await goes(provider)).toBe("/auth");
});

test("keys that are minutes old serve while the eID does not give its keys, for an hour", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const provider = eid.provider();
  expect(await eid.verified(provider, {})).toEqual(ADULT);
  eid.breakDown("/jwks", "silent");
  pass(6);
  const { answer, ms } = await timed(() => eid.verified(provider, {}));
  expect([answer, ms > 900, ms < 2_000]).toEqual([ADULT, true, true]);
  expect(askedFor("/jwks")).toBe(2);
  pass(60);
  expect(await eid.verified(provider, {}, new Date(), new Date(), 400)).toBe("eid_down");
});

test("a key that the eID withdrew is refused as soon as five minutes have passed", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const provider = eid.provider();
  expect(await eid.verified(provider, {})).toEqual(ADULT);
  eid.withdrawKeys();
  pass(4);
  expect(await eid.verified(provider, {})).toEqual(ADULT);
  pass(2);
  expect(await eid.verified(provider, {})).toBe("eid_refused");
});

test("a clock that is set back an hour keeps no withdrawn key alive", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const provider = eid.provider();
  expect(await eid.verified(provider, {})).toEqual(ADULT);
  eid.withdrawKeys();
  setClock(-60);
  pass(6);
  expect(await eid.verified(provider, {})).toBe("eid_refused");
});

test("a clock that is set ahead an hour takes no key from an eID that does not give its keys", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const provider = eid.provider();
  expect(await eid.verified(provider, {})).toEqual(ADULT);
  eid.breakDown("/jwks", "silent");
  setClock(61);
  expect(await eid.verified(provider, {})).toEqual(ADULT);
});
