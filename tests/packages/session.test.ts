import { afterAll, describe, expect, test, vi } from "vitest";
import { begin, confirm, createAgeway, isConfirmed, type Session, sealedCookie } from "#packages/server/src/index.ts";
import { startAnsweringApi } from "#tests/support/answering-api.ts";
import { startGatedShop } from "#tests/support/gated-shops.ts";
import { deviceIn } from "#tests/support/shop-visitor.ts";

const api = await startAnsweringApi();
afterAll(() => api.close());

const ageway = createAgeway({ url: api.url, pluginKey: "pk_test_1" });
const MINUTE = 60_000;

describe("the helpers of a shop without an adapter", () => {
  test("a device id is made once, and what it proved opens the session until the yes ends", async () => {
    const session: Session = {};
    const deviceId = begin(session);
    expect(begin(session)).toBe(deviceId);
    expect(isConfirmed(session, { ageway, age: 18 })).toBe(false);
    const checked = await confirm(session, { ageway, age: 18, token: `yes.${deviceId}` });
    const until = checked.allowed ? checked.until : new Date(0);
    expect(session.ageway).toEqual({ deviceId, age: 18, until: until.toISOString(), pluginKey: "pk_test_1" });
    expect(isConfirmed(session, { ageway, age: 18 }, new Date(+until - 1))).toBe(true);
    expect(isConfirmed(session, { ageway, age: 18 }, until)).toBe(false);
  });

  test("a no is marked, until a yes, and what is of another session is not; beside a yes it changes nothing", async () => {
    const session: Session = {};
    const deviceId = begin(session);
    await confirm(session, { ageway, age: 18, token: "nonsense" });
    expect(session.ageway).toEqual({ deviceId });
    await confirm(session, { ageway, age: 18, token: `no.${deviceId}` });
    expect(session.ageway).toEqual({ deviceId, asked: true });
    await confirm(session, { ageway, age: 18, token: `yes.${deviceId}` });
    const yes = session.ageway;
    expect(yes).not.toHaveProperty("asked");
    await confirm(session, { ageway, age: 18, token: "nonsense" });
    expect(session.ageway).toBe(yes);
  });

  test("a session that started no check asks nobody and keeps nothing", async () => {
    const session: Session = {};
    const asked = api.asked.length;
    expect(await confirm(session, { ageway, age: 18, token: "yes.a" })).toEqual({ allowed: false, why: "no_device" });
    expect([session, api.asked.length]).toEqual([{}, asked]);
  });

  test.for([
    ["no state", undefined],
    ["text", "18"],
    ["a list", [{ deviceId: "d", age: 18 }]],
    ["an age as text", { age: "18" }],
    ["an age that is true", { age: true }],
    ["no end", { until: undefined }],
    ["an end that is no time", { until: "tomorrow" }],
    ["an end in numbers", { until: Date.now() + MINUTE }],
    ["an end that is over", { until: new Date(Date.now() - 1).toISOString() }],
    ["an end further off than a yes can be", { until: new Date(Date.now() + 40 * MINUTE).toISOString() }],
    ["another key", { pluginKey: "pk_test_2" }],
    ["no key", { pluginKey: undefined }],
    ["no device id", { deviceId: "" }],
  ] as const)("a session with %s has no yes", ([, state]) => {
    const yes = { deviceId: "d", age: 18, until: new Date(Date.now() + MINUTE).toISOString(), pluginKey: "pk_test_1" };
    expect(isConfirmed({ ageway: yes }, { ageway, age: 18 })).toBe(true);
    const isState = typeof state === "object" && !Array.isArray(state);
    expect(isConfirmed({ ageway: isState ? { ...yes, ...state } : state }, { ageway, age: 18 })).toBe(false);
  });
});

test.for([undefined, null, 0, "18", Number.NaN])("no session has a yes to the age %s", (age) => {
  const until = new Date(Date.now() + MINUTE).toISOString();
  const session = { ageway: { deviceId: "d", age: 18, until, pluginKey: "pk_test_1" } };
  expect(isConfirmed(session, { ageway, age: age as 18 })).toBe(false);
});

describe("a sealed cookie", () => {
  const [old, young] = ["the secret of last year, 32 letters", "the secret of this year, 32 letters"];
  const session = { ageway: { deviceId: "d" } };
  const sealedIn = (line: string) => line.split(";")[0] ?? "";

  test("comes back as it was, under a name that only this host can set", async () => {
    const cookie = sealedCookie({ secret: young });
    const line = await cookie.seal(session, true);
    expect(line).toMatch(/^__Host-ageway=[\w-]+; Path=\/; Max-Age=86400; HttpOnly; SameSite=Lax; Secure$/);
    expect(await cookie.open(`a=b; ${sealedIn(line)}; c=d`, true)).toEqual(session);
    expect(await cookie.open(sealedIn(line).replace("__Host-", ""), true)).toEqual({});
    const plain = await cookie.seal(session, false);
    expect(plain).toMatch(/^ageway=[\w-]+; Path=\/; Max-Age=86400; HttpOnly; SameSite=Lax$/);
    expect(await cookie.open(sealedIn(plain), false)).toEqual(session);
    expect(await cookie.open(`__Host-${sealedIn(plain)}`, true)).toEqual({});
  });

  test("another's, changed, cut or none at all is an empty session", async () => {
    const cookie = sealedCookie({ secret: young });
    const value = sealedIn(await cookie.seal(session, false));
    const changed = value.slice(0, 30) + (value[30] === "A" ? "B" : "A") + value.slice(31);
    const others = sealedIn(await sealedCookie({ secret: old }).seal(session, false));
    for (const text of [changed, others, value.slice(0, -4), "ageway=", "ageway=%%", "ageway", "", null, undefined])
      expect(await cookie.open(text, false), String(text)).toEqual({});
    expect(await cookie.open(`${others}; ${value}`, false)).toEqual(session);
  });

  test("secrets change over by a list", async () => {
    const value = sealedIn(await sealedCookie({ secret: old }).seal(session, false));
    const both = sealedCookie({ secret: [young, old] });
    expect(await both.open(value, false)).toEqual(session);
    expect(await sealedCookie({ secret: young }).open(sealedIn(await both.seal(session, false)), false)).toEqual(
      session,
    );
    expect(await sealedCookie({ secret: young }).open(value, false)).toEqual({});
  });

  test("opens for a day", async () => {
    const cookie = sealedCookie({ secret: young });
    const value = sealedIn(await cookie.seal(session, false));
    vi.setSystemTime(Date.now() + 24 * 60 * MINUTE - 2_000);
    expect(await cookie.open(value, false)).toEqual(session);
    vi.setSystemTime(Date.now() + 3_000);
    expect(await cookie.open(value, false)).toEqual({});
  });

  test("its size leaves room for the cookies of the shop", async () => {
    const deviceId = crypto.randomUUID();
    const full = {
      ageway: { deviceId, age: 18, until: new Date().toISOString(), pluginKey: `pk_live_${"k".repeat(32)}` },
    };
    expect((await sealedCookie({ secret: young }).seal(full, true)).length).toBeLessThan(512);
  });

  test.for([undefined, "", "x".repeat(31), [], [young, "short"]])(
    "a secret that protects nothing is refused: %j",
    (secret) => {
      expect(() => sealedCookie({ secret: secret as string })).toThrow(TypeError);
    },
  );
});

describe.for(["express", "fastify"] as const)("while an instance answers slowly, in %s", (framework) => {
  /** A visitor whose return waits for the instance's answer. */
  async function returning() {
    const shop = await startGatedShop(framework, [{ ageway, age: 18, match: "/checkout" }]);
    const visitor = shop.visitor();
    const device = deviceIn((await visitor.go("/checkout")).location);
    const [asked, mayAnswer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    api.state.beforeAnswer = () => {
      asked.resolve();
      return mayAnswer.promise;
    };
    const home = visitor.go(`/checkout?token_age_verified=yes.${device}`);
    await asked.promise;
    const answer = async () => {
      mayAnswer.resolve();
      api.state.beforeAnswer = async () => {};
      return home;
    };
    return { shop, visitor, answer };
  }

  test("what another tab puts into the basket stays there", async () => {
    const { shop, visitor, answer } = await returning();
    await visitor.go("/basket/nordlys", {}, "POST");
    await answer();
    expect((await visitor.go("/basket")).text).toBe("nordlys");
    expect(await visitor.go("/checkout")).toMatchObject({ isOpen: true });
    await shop.close();
  });

  test("a yes for one device id is none for a session that has another by then", async () => {
    const { shop, visitor, answer } = await returning();
    await visitor.go("/renew", {}, "POST");
    await answer();
    expect(await visitor.go("/checkout")).toMatchObject({ status: 303, isOpen: false });
    await shop.close();
  });

  test("a visitor who signs out in another tab stays signed out", async () => {
    const { shop, visitor, answer } = await returning();
    await visitor.go("/sign-out", {}, "POST");
    expect(await answer()).toMatchObject({ status: 303 });
    expect(await visitor.go("/checkout")).toMatchObject({ status: 303, isOpen: false });
    await shop.close();
  });
});

describe.for(["express", "fastify"] as const)("a session that somebody planted, in %s", (framework) => {
  test("opens to the visitor alone who came back, with all that was in it", async () => {
    const shop = await startGatedShop(framework, [{ ageway, age: 18, match: "/checkout" }]);
    const [planter, visitor] = [shop.visitor(), shop.visitor()];
    await planter.go("/basket/nordlys", {}, "POST");
    const device = deviceIn((await planter.go("/checkout")).location);
    for (const [name, value] of planter.jar) visitor.jar.set(name, value);
    await visitor.go("/checkout?token_age_verified=nonsense");
    expect([...visitor.jar]).toEqual([...planter.jar]);
    await visitor.go(`/checkout?token_age_verified=yes.${device}`);
    expect(await visitor.go("/checkout")).toMatchObject({ isOpen: true });
    expect((await visitor.go("/basket")).text).toBe("nordlys");
    expect(await planter.go("/checkout")).toMatchObject({ isOpen: false });
    await shop.close();
  });

  test("keeps how long its cookie lives", async () => {
    const shop = await startGatedShop(framework, [{ ageway, age: 18, match: "/checkout" }]);
    const visitor = shop.visitor();
    await visitor.go("/remember", {}, "POST");
    const device = deviceIn((await visitor.go("/checkout")).location);
    const home = await visitor.go(`/checkout?token_age_verified=yes.${device}`);
    const [, ends = ""] = /Expires=([^;]*)/.exec(String(home.headers["set-cookie"])) ?? [];
    expect(Date.parse(ends) - Date.now()).toBeGreaterThan(29 * 24 * 60 * MINUTE);
    await shop.close();
  });
});
