import { afterAll, beforeAll, expect, test } from "vitest";
import type { Config, MinimumAge } from "#packages/server/src/index.ts";
import { CHECK_CASES, type startMisbehavingApi } from "./misbehaving-api.ts";
import { SHOP_NAVIGATION, type visitorOf } from "./shop-visitor.ts";

type Api = Awaited<ReturnType<typeof startMisbehavingApi>>;
export type CaseGate = { age: MinimumAge; match: string; config: Config };

/** Of each case the gate at `/{n}`, whose instance answers as that case says. */
export function gatesOfCases(api: Api): CaseGate[] {
  return CHECK_CASES.map(({ age = 18, key = "test", why }, n) => ({
    age,
    match: `/${n}`,
    config: {
      url: `${api.url}/check/${n}`,
      pluginKey: `pk_${key}_cases`,
      timeoutMs: why === "timeout" ? 300 : 10_000,
    },
  }));
}

/** Tests that a shop with those gates opens to a clear yes alone. */
export function testGateCases(
  api: Api,
  start: () => Promise<{ visitor: () => ReturnType<typeof visitorOf>; close: () => Promise<unknown> }>,
  isTried: (n: number) => boolean = () => true,
) {
  let shop: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    shop = await start();
  });
  afterAll(() => shop.close());

  const cases = CHECK_CASES.map((given, n) => [given.name, given, n] as const).filter(([, , n]) => isTried(n));
  test.concurrent.for(cases)("the instance answers: %s", async ([, { allowed, why }, n]) => {
    const visitor = shop.visitor();
    await visitor.go(`/${n}`);
    const home = await visitor.go(`/${n}?token_age_verified=token`);
    const isOutage = ["unavailable", "timeout", "rate_limited", "answer_invalid"].includes(why ?? "");
    expect(home).toMatchObject({ status: isOutage ? 503 : 303, isOpen: false });
    expect(api.asked(`check/${n}`).length).toBeGreaterThan(0);
    for (const method of ["GET", "POST"])
      expect((await visitor.go(`/${n}`, SHOP_NAVIGATION, method)).isOpen).toBe(allowed);
  });
}
