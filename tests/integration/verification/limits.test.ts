import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { enterCall, exhaustedLimit, rememberLimits, returnAccepted, takeAccepted } from "#lib/verification/limits.ts";
import { takeQuestion } from "#lib/verification/question-limit.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

function heapUsed(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

let keys = 0;

/** A key that no other test uses; `now` is a moment of the test's own. */
function keyOf(callsPerMinute: number | null = null, callsPerAddress: number | null = null) {
  keys += 1;
  return { text: `limits-test-${keys}`, callsPerMinute, callsPerAddress, organizationId: "organization", id: "key" };
}

type Key = ReturnType<typeof keyOf>;

const ONE_CALL = {
  caller: "192.0.2.1",
  deviceId: "device-1",
  place: "shop.example ",
  visitor: null,
  sendsSecret: false,
};

function callOf(pluginKey: string, given: Partial<typeof ONE_CALL> = {}) {
  return { pluginKey, ...ONE_CALL, ...given };
}

/** A call of the shop's backend. */
function backendOf(key: Key, deviceId: string, visitor: string | null = null) {
  return { key, request: { deviceId, caller: "192.0.2.1", visitor }, isBackend: true };
}

let strangers = 0;

/** A call of an address without the secret, with a device of its own. */
function strangerOf(key: Key, caller: string) {
  strangers += 1;
  return {
    key,
    request: { deviceId: `stranger ${strangers}`, caller, visitor: null as string | null },
    isBackend: false,
  };
}

/** As a call that all other rules accept; answers what stopped it. */
function acceptCall(call: ReturnType<typeof strangerOf>, now = 0) {
  const exhausted = exhaustedLimit(call, now);
  if (exhausted === null) takeAccepted(call, now);
  return exhausted;
}

function accept(key: Key, deviceId: string, now: number) {
  return acceptCall(backendOf(key, deviceId), now);
}

function refuse(call: ReturnType<typeof callOf>, times: number): void {
  for (let n = 0; n < times; n += 1) settle(call, "refused");
}

function settle(call: ReturnType<typeof callOf>, outcome: "accepted" | "refused" | "not decided"): void {
  const entered = enterCall(call, 0);
  if (entered.ok) entered.settle(outcome);
}

/** What stops a call before it is looked up; one that is let through is under way for ever. */
function exhaustedBefore(call: ReturnType<typeof callOf>, now: number) {
  const entered = enterCall(call, now);
  return entered.ok ? null : entered.exhausted;
}

test("refused calls stop their own address, and no other one with the same key", () => {
  const { text } = keyOf();
  refuse(callOf(text, { caller: "198.51.100.1" }), 6_000);
  expect(exhaustedBefore(callOf(text, { caller: "198.51.100.1" }), 0)).toEqual({
    limit: "caller",
    quota: 6_000,
    retryAfterSeconds: 1,
  });
  expect(exhaustedBefore(callOf(text, { caller: "198.51.100.2" }), 0)).toBeNull();
});

test("an address that refused calls have stopped may still call for a place that was accepted", () => {
  const { text } = keyOf();
  refuse(callOf(text), 6_000);
  const other = callOf(text, { caller: "198.51.100.9" });
  settle(other, "accepted");
  expect(exhaustedBefore(callOf(text), 0)).toBeNull();
  expect(exhaustedBefore(callOf(text, { place: "other.example " }), 0)?.limit).toBe("caller");
});

test("of many refused calls that are under way at once, no more go through than one after the other", () => {
  const key = keyOf(20);
  rememberLimits([key], 0);
  const entered = Array.from({ length: 100 }, () => enterCall(callOf(key.text), 0));
  expect(entered.filter(({ ok }) => ok)).toHaveLength(20);
  for (const one of entered) if (one.ok) one.settle("refused");
  expect(exhaustedBefore(callOf(key.text), 0)).toMatchObject({ limit: "caller", quota: 20, retryAfterSeconds: 3 });
});

test("calls that are accepted, or that nobody could decide, are given back to their caller", () => {
  const key = keyOf(20);
  rememberLimits([key], 0);
  for (let n = 0; n < 100; n += 1) {
    settle(callOf(key.text, { place: `place ${n}` }), "accepted");
    settle(callOf(key.text, { place: "another" }), "not decided");
  }
  expect(exhaustedBefore(callOf(key.text, { place: "another" }), 0)).toBeNull();
  refuse(callOf(key.text, { place: "another" }), 20);
  expect(exhaustedBefore(callOf(key.text, { place: "another" }), 0)?.limit, "and no more than that").toBe("caller");
});

test("what was taken for a call that is not accepted after all is put back, to its key, its device and its address", () => {
  const [small, large, key] = [keyOf(2), keyOf(1_000), keyOf(1_000, 1)];
  const stranger = strangerOf(key, "198.51.100.1");
  expect([acceptCall(stranger), acceptCall(stranger)?.limit]).toEqual([null, "address"]);
  returnAccepted(stranger);
  expect([acceptCall(stranger), acceptCall(stranger)?.limit]).toEqual([null, "address"]);
  for (const deviceId of ["a", "b"]) takeAccepted(backendOf(small, deviceId), 0);
  for (let n = 0; n < 30; n += 1) takeAccepted(backendOf(large, "greedy"), 0);
  for (const [key, deviceId, limit] of [
    [small, "a", "key"],
    [large, "greedy", "device"],
  ] as const) {
    returnAccepted(backendOf(key, deviceId));
    expect([accept(key, deviceId, 0), accept(key, deviceId, 0)?.limit]).toEqual([null, limit]);
  }
});

test("one address without the secret ends at its own limit, and uses up nothing that others have", () => {
  const key = keyOf(1_000, 20);
  rememberLimits([key], 0);
  for (let n = 0; n < 20; n += 1) expect(acceptCall(strangerOf(key, "198.51.100.1"))).toBeNull();
  for (let n = 0; n < 100; n += 1)
    expect(acceptCall(strangerOf(key, "198.51.100.1"))).toEqual({ limit: "address", quota: 20, retryAfterSeconds: 3 });
  for (let n = 0; n < 980; n += 1) expect(acceptCall(strangerOf(key, `visitor ${n}`))).toBeNull();
  expect(acceptCall(strangerOf(key, "one more"))?.limit).toBe("key");
});

test("one address gets half of a small key's limit at most, whatever its own limit says", () => {
  const [small, one] = [keyOf(9), keyOf(1)];
  for (const callsPerAddress of [null, 9, 1_000]) {
    const key = { ...keyOf(9), callsPerAddress };
    for (let n = 0; n < 5; n += 1) expect(acceptCall(strangerOf(key, "198.51.100.1"))).toBeNull();
    expect(acceptCall(strangerOf(key, "198.51.100.1"))).toMatchObject({ limit: "address", quota: 5 });
  }
  for (let n = 0; n < 9; n += 1) expect(acceptCall(strangerOf(small, `visitor ${n}`))).toBeNull();
  expect(acceptCall(strangerOf(one, "198.51.100.1"))).toBeNull();
});

test("thousands of addresses without the secret use up nothing of the backend's, of its devices either", () => {
  const key = keyOf(100);
  for (let n = 0; n < 100; n += 1) expect(acceptCall(strangerOf(key, `198.51.100.${n}`))).toBeNull();
  expect(acceptCall(strangerOf(key, "one more"))?.limit).toBe("key");
  const device = (caller: string) => ({
    ...strangerOf(key, caller),
    request: { deviceId: "known", caller, visitor: null },
  });
  for (let n = 0; n < 30; n += 1) takeAccepted(device(`203.0.113.${n}`), 0);
  for (let n = 0; n < 30; n += 1) expect(accept(key, "known", 0)).toBeNull();
  for (let n = 0; n < 70; n += 1) expect(accept(key, `visitor ${n}`, 0)).toBeNull();
  expect(accept(key, "one more", 0)?.limit).toBe("key");
});

test("an address that is over its limit is refused without a look at the database; one that sends a secret is looked up", () => {
  const key = keyOf(1_000, 2);
  rememberLimits([key], 5_000);
  for (let n = 0; n < 2; n += 1) acceptCall(strangerOf(key, ONE_CALL.caller), 5_000);
  expect(exhaustedBefore(callOf(key.text), 5_999)?.limit).toBe("address");
  expect(exhaustedBefore(callOf(key.text, { caller: "192.0.2.2" }), 5_999)).toBeNull();
  expect(exhaustedBefore(callOf(key.text, { sendsSecret: true }), 5_999)).toBeNull();
});

test("a device over its limit uses up nothing of its key's", () => {
  const key = keyOf(40);
  for (let n = 0; n < 30; n += 1) expect(accept(key, "greedy", 0)).toBeNull();
  for (let n = 0; n < 100; n += 1) expect(accept(key, "greedy", 0)?.limit).toBe("device");
  const greedy = callOf(key.text, { deviceId: "greedy", sendsSecret: true });
  expect(exhaustedBefore(greedy, 0)?.limit).toBe("device");
  for (let n = 0; n < 10; n += 1) expect(accept(key, `modest ${n}`, 0)).toBeNull();
  expect(accept(key, "one more", 0)?.limit).toBe("key");
});

test("a key over its limit uses up nothing of its devices'", () => {
  const key = keyOf(2);
  for (const deviceId of ["a", "b"]) expect(accept(key, deviceId, 0)).toBeNull();
  for (let n = 0; n < 100; n += 1) expect(accept(key, "patient", 0)?.limit).toBe("key");
  // Six seconds later its limit is raised, and the device has all of its own budget.
  const raised = { ...key, callsPerMinute: 1_000 };
  for (let n = 0; n < 30; n += 1) expect(accept(raised, "patient", 6_000)).toBeNull();
  expect(accept(raised, "patient", 6_000)?.limit).toBe("device");
});

test("an exhausted key is refused without a look at the database, for a second", () => {
  const key = keyOf(1);
  rememberLimits([key], 5_000);
  expect(accept(key, "device", 5_000)).toBeNull();
  const call = callOf(key.text, { sendsSecret: true });
  expect(exhaustedBefore(call, 5_999)).toEqual({ limit: "key", quota: 1, retryAfterSeconds: 60 });
  expect(exhaustedBefore(call, 6_000)).toBeNull();
});

test("thousands of made-up keys, addresses, devices and tokens refill and use up nothing of a shop's", () => {
  const key = keyOf(100);
  for (let n = 0; n < 100; n += 1) expect(accept(key, `device ${n}`, 0)).toBeNull();
  expect(takeQuestion(`token of ${key.text}`, true, 0)).toBeNull();
  const before = heapUsed();
  for (let n = 0; n < 200_000; n += 1) {
    refuse(callOf(`made-up ${n}`, { caller: `caller ${n}`, deviceId: `device ${n}` }), 1);
    takeQuestion(`made-up ${n}`, false, 0);
  }
  expect(heapUsed() - before).toBeLessThan(16 * 1024 * 1024);
  expect(accept(key, "one more", 0)?.limit).toBe("key");
  for (let n = 0; n < 59; n += 1) expect(takeQuestion(`token of ${key.text}`, true, 0)).toBeNull();
  expect(takeQuestion(`token of ${key.text}`, true, 0)?.limit).toBe("token");
});

test("of the calls of a backend, each visitor whom it names has 20 a minute, with whatever devices", () => {
  const key = keyOf(1_000);
  const start = (n: number, visitor: string | null, now = 0) => acceptCall(backendOf(key, `device ${n}`, visitor), now);
  for (let n = 0; n < 20; n += 1) expect(start(n, "one")).toBeNull();
  expect(start(20, "one")).toEqual({ limit: "visitor", quota: 20, retryAfterSeconds: 3 });
  expect([start(21, "another"), start(22, null), start(23, "one", 3_001)]).toEqual([null, null, null]);
  const stranger = { ...strangerOf(key, "192.0.2.9"), request: { deviceId: "d", caller: "192.0.2.9", visitor: "one" } };
  expect(acceptCall(stranger, 3_002)).toBeNull();
});
