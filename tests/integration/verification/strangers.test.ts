import { expect, test } from "vitest";
import { addKeySecret, lockKey } from "#lib/keys/key-secret.ts";
import { inFull } from "#tests/support/full.ts";
import { check, type GatewayAnswer, generate, newDevice, untilLimited } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { browser, completeFlow, started, tokenIn } from "#tests/support/visitor.ts";

/** More than the key may be called in a minute, so that a limit that strangers share with the shop would show. */
const CALLS = inFull(10_000, 1_000);
const CALLS_PER_MINUTE = inFull(6_000, 600);
const AT_ONCE = 200;

/** Calls of strangers, 200 at a time, and an honest one between them; answers the statuses of both. */
async function among(stranger: (n: number) => Promise<GatewayAnswer>, honest: (n: number) => Promise<GatewayAnswer>) {
  const [strangers, honests]: [number[], number[]] = [[], []];
  for (let n = 0; n < CALLS; n += AT_ONCE) {
    const calls = Array.from({ length: AT_ONCE }, (_, i) => stranger(n + i));
    honests.push((await honest(n)).status);
    strangers.push(...(await Promise.all(calls)).map(({ status }) => status));
  }
  expect(strangers).toHaveLength(CALLS);
  return { strangers: tally(strangers), honests: tally(honests) };
}

function tally(statuses: number[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

test.for([
  ["from addresses of their own", (n: number) => `203.0.${n >> 8}.${n & 255}`, "198.51.100.7"],
  ["from one address", () => "203.0.113.1", "198.51.100.7"],
  ["from the shop's own address", () => "198.51.100.7", "198.51.100.7"],
] as const)("thousands of refused calls with a shop's key, %s, refuse no honest one", async ([, addressOf, own]) => {
  const shop = await newOrganization({ callsPerMinute: CALLS_PER_MINUTE });
  const { strangers, honests } = await among(
    (n) => generate("b", { ...shop, domain: "https://stranger.example/", address: addressOf(n) }),
    () => generate("b", { ...shop, address: own }),
  );
  expect(honests).toEqual({ 200: CALLS / AT_ONCE });
  expect(strangers[200]).toBeUndefined();
  expect(await shop.billed()).toBe(CALLS / AT_ONCE);
});

test("thousands of wrong questions about a shop's token refuse no honest one", async () => {
  const shop = await newOrganization({ callsPerMinute: CALLS_PER_MINUTE });
  const { url, device } = await started("b", shop);
  const token = tokenIn((await completeFlow(browser(), url, "adult")).headers.get("location")) ?? "";
  const { strangers, honests } = await among(
    () => check(token, newDevice()),
    () => check(token, device, shop.key),
  );
  expect(honests).toEqual({ 200: CALLS / AT_ONCE });
  expect(strangers[404]).toBeGreaterThanOrEqual(60);
  expect((strangers[404] ?? 0) + (strangers[429] ?? 0)).toBe(CALLS);
});

test("who lacks the secret of a locked key ends at his own limit, also at the shop's host and address", async () => {
  const shop = await newOrganization({ callsPerMinute: CALLS_PER_MINUTE });
  const locked = await addKeySecret({ kind: "operator" }, shop.key);
  await lockKey({ kind: "operator" }, shop.key);
  const headers = { Authorization: `Bearer ${locked.ok ? locked.secret : ""}` };
  const call = { ...shop, address: "198.51.100.9" };
  expect((await generate("b", { ...call, headers })).status).toBe(200);
  const { strangers, honests } = await among(
    () => generate("b", call),
    () => generate("b", { ...call, headers }),
  );
  expect(honests).toEqual({ 200: CALLS / AT_ONCE });
  expect(Object.keys(strangers)).toEqual(["403", "429"]);
});

test("a page elsewhere that names the shop's host ends at its own limit, also at the shop's address", async () => {
  const shop = await newOrganization({ callsPerMinute: CALLS_PER_MINUTE });
  const call = { ...shop, address: "198.51.100.10" };
  const { strangers, honests } = await among(
    () => generate("b", { ...call, headers: { Origin: "https://stranger.example" } }),
    () => generate("b", { ...call, headers: { Origin: `https://${shop.host}` } }),
  );
  expect(honests).toEqual({ 200: CALLS / AT_ONCE });
  expect(Object.keys(strangers)).toEqual(["403", "429"]);
});

test("calls that the limit of a device stops are not held against their caller, and refused ones are", async () => {
  const shop = await newOrganization({ domain: "with sub-domains", callsPerMinute: 80 });
  const own = { ...shop, address: "198.51.100.11" };
  // From here on the limit of the key is known, which is that of each of its callers, too.
  expect((await generate("b", own)).status).toBe(200);
  const [elsewhere, device] = [`https://www.${shop.host}/`, newDevice()];
  const calls = (times: number, domain: string) =>
    Promise.all(Array.from({ length: times }, () => generate("b", { ...own, device, domain })));
  const limits = (answers: GatewayAnswer[]) =>
    new Set(answers.map(({ headers }) => headers.get("ratelimit")?.split(";")[0] ?? headers.get("ageway-reason")));
  expect(limits(await calls(40, elsewhere))).toEqual(new Set([null, '"device"']));
  const refused = () =>
    Promise.all(Array.from({ length: 76 }, () => generate("b", { ...own, domain: "https://stranger.example/" })));
  expect(limits(await refused())).toEqual(new Set(["domain_not_verified"]));
  expect(limits(await refused())).toEqual(new Set(["domain_not_verified", '"caller"']));
});

test("a stranger's refused calls end at his own limit, and the shop's first call is answered", async () => {
  const shop = await newOrganization({ callsPerMinute: CALLS_PER_MINUTE });
  const wrong = { ...shop, domain: "https://stranger.example/", address: "203.0.113.2" };
  const answers = await untilLimited(AT_ONCE, () => generate("b", wrong));
  expect(Object.keys(tally(answers.map(({ status }) => status)))).toEqual(["403", "429"]);
  expect((await generate("b", { ...shop, address: "198.51.100.8" })).status).toBe(200);
});
