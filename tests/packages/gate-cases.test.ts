import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAgeway } from "#packages/server/src/index.ts";
import { isFull } from "#tests/support/full.ts";
import { FRAMEWORKS, type Framework, startGatedShop } from "#tests/support/gated-shops.ts";
import { CHECK_CASES, startMisbehavingApi } from "#tests/support/misbehaving-api.ts";
import { SHOP_NAVIGATION } from "#tests/support/shop-visitor.ts";

const api = await startMisbehavingApi();
afterAll(() => api.close());

const gates = CHECK_CASES.map(({ age = 18, key = "test", why }, n) => ({
  age,
  match: `/${n}`,
  ageway: createAgeway({
    url: `${api.url}/check/${n}`,
    pluginKey: `pk_${key}_cases`,
    timeoutMs: why === "timeout" ? 300 : 10_000,
  }),
}));

const TURNS = (Object.keys(FRAMEWORKS) as Framework[]).map((framework, turn) => [framework, turn] as const);

/** Every gate reads answers by the same code: on every run each case meets two of the four frameworks, in turn. */
function casesOf(turn: number) {
  const cases = CHECK_CASES.map((given, n) => [given.name, given, n] as const);
  return cases.filter(([, , n]) => isFull || (n + turn) % TURNS.length < 2);
}

describe.for(TURNS)("a gate in %s", ([framework, turn]) => {
  let shop: Awaited<ReturnType<typeof startGatedShop>>;
  beforeAll(async () => {
    shop = await startGatedShop(framework, gates);
  });
  afterAll(() => shop.close());

  test.concurrent.for(casesOf(turn))("the instance answers: %s", async ([, { allowed, why }, n]) => {
    const visitor = shop.visitor();
    await visitor.go(`/${n}`);
    const home = await visitor.go(`/${n}?token_age_verified=token`);
    const isOutage = ["unavailable", "timeout", "rate_limited", "answer_invalid"].includes(why ?? "");
    expect(home).toMatchObject({ status: isOutage ? 503 : 303, isOpen: false });
    expect(api.asked(`check/${n}`).length).toBeGreaterThan(0);
    for (const method of ["GET", "POST"])
      expect((await visitor.go(`/${n}`, SHOP_NAVIGATION, method)).isOpen).toBe(allowed);
  });
});
