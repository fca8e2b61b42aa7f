import { expect, test } from "vitest";
import { effectOf, ORDER_NAMES, type OrderName } from "#lib/gate-test/orders.rules.ts";
import { idOfToken, readTokenId } from "#lib/gate-test/token.rules.ts";

const issuedAt = new Date("2026-11-22T21:00:00.123Z");
const after = (ms: number) => new Date(issuedAt.getTime() + ms);
const KEY = `pk_test_${"a".repeat(24)}`;
const asked = { isSameDevice: true, pluginKey: KEY };
const token = (order: OrderName) =>
  ({ order, device: "8123456789abcdef", minimumAge: 18, provider: "b", issuedAt, seconds: 3 }) as const;
const effect = (order: OrderName, question: Parameters<typeof effectOf>[1] = asked, ms = 0) =>
  effectOf(token(order), question, { pluginKey: KEY }, after(ms));
const UNKNOWN = null;

test("no order is given for another device, another key, two keys, or after its time", () => {
  for (const order of ORDER_NAMES) {
    expect(effect(order, { ...asked, isSameDevice: false })).toEqual(UNKNOWN);
    expect(effect(order, { ...asked, pluginKey: `pk_test_${"b".repeat(24)}` })).toEqual(UNKNOWN);
    expect(effect(order, { ...asked, pluginKey: null })).toEqual(UNKNOWN);
    expect(effect(order, { ...asked, pluginKey: undefined }, 60_000)).toEqual(UNKNOWN);
  }
});

test("a token of another key is a yes only to a question that names none", () => {
  expect(effect("another_key")).toEqual(UNKNOWN);
  expect(effect("another_key", { ...asked, pluginKey: undefined })).toMatchObject({ verdict: { age: 18 } });
});

test("a yes lives for a minute, a brief one for three seconds, and each says until when", () => {
  expect(effect("yes", asked, 59_999)).toMatchObject({
    does: "answer",
    verdict: { expires_at: after(60_000).toISOString() },
  });
  expect(effect("brief_yes", asked, 2_999)).toMatchObject({ verdict: { expires_at: after(3_000).toISOString() } });
  expect(effect("brief_yes", asked, 3_000)).toEqual(UNKNOWN);
});

test("a brief yes lives for as long as its token was given, and no other order does", () => {
  const at = (order: OrderName, ms: number) =>
    effectOf({ ...token(order), seconds: 10 }, asked, { pluginKey: KEY }, after(ms));
  expect(at("brief_yes", 9_999)).toMatchObject({ verdict: { expires_at: after(10_000).toISOString() } });
  expect([at("brief_yes", 10_000), at("yes", 59_999)?.does]).toEqual([UNKNOWN, "answer"]);
});

test("a yes is to the age that was asked, and sixteen to 16", () => {
  expect(effect("yes")).toMatchObject({
    verdict: { age: 18, verified: true, minimum_age: 18, mode: "test", provider: "b" },
  });
  expect(effect("sixteen")).toMatchObject({ verdict: { age: 16, verified: true, minimum_age: 16 } });
  expect(effect("no")).toMatchObject({ does: "answer", verdict: { age: null, verified: false } });
});

test("a token's id gives back all that it holds, in the form of a UUID", () => {
  for (const order of ORDER_NAMES)
    for (const minimumAge of [16, 18] as const)
      for (const provider of ["s", "b"] as const) {
        const seconds = minimumAge === 16 ? 3 : 10;
        const facts = { order, minimumAge, provider, device: "bfffffffffffffff", issuedAt, seconds };
        const id = idOfToken(facts);
        expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
        expect(readTokenId(id)).toEqual(facts);
      }
});

test("a token of an order that this version does not have is unknown", () => {
  const id = idOfToken(token("yes"));
  expect(readTokenId(id.replace("-800", "-8ff"))).toBeNull();
});
