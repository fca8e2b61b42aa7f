import { expect, test } from "vitest";
import { acceptedCalls, openings, refusedCalls } from "#lib/gate-test/limits.ts";
import { readRun } from "#lib/gate-test/run.ts";
import { askRun, callRun, openedRun, openRunOf, orderAt, orderedToken } from "#tests/support/gate-test.ts";
import { type GatewayAnswer, generate, newDevice, send } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";

/** A minute ahead, so that nothing fills again while the test runs. */
const later = performance.now() + 60_000;

function expectLimited({ status, headers }: GatewayAnswer): void {
  expect([status, headers.get("ageway-reason")]).toEqual([429, "rate_limited"]);
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(30);
}

test("600 accepted calls a minute of a run: then 429, of this run alone", async () => {
  const [run, another] = [await openedRun(), await openedRun()];
  const { token, id } = await orderedToken(run, "yes");
  const link = ((await callRun(run)).body as { url: string }).url;
  const known = await readRun(run.path.split("/")[2] ?? "");
  if (known === null) throw new Error("The run is not there");
  const taken = Array.from({ length: 601 }, () => acceptedCalls.take(known.text, later));
  expect(taken.map((exhausted) => exhausted === null).lastIndexOf(true)).toBe(599);
  for (const answer of [await callRun(run), await askRun(run, token, id), await orderAt(run, link, { case: "yes" })])
    expectLimited(answer);
  expect((await callRun(another)).status).toBe(200);
  // What the shop may call for its visitors is another budget.
  const { key, domain } = run.shop;
  expect((await generate("s", { key, domain })).status).toBe(200);
});

test("what strangers guess at a run's address costs the run nothing, and counts for them alone", async () => {
  const [run, { domain }] = [await openedRun(), await newOrganization()];
  const from = (path: string, address: string) => send(`${run.path}/api/${path}`, { address });
  const start = (given: { key?: string; to?: string } = {}) => {
    const { key = run.shop.key, to = run.returnUrl } = given;
    return `url_generator_s/${key}/${newDevice()}/18?${new URLSearchParams({ domain: to })}`;
  };
  const guesses = () => [
    `auth_check/${"A".repeat(43)}/${newDevice()}`,
    start({ key: `pk_test_${"x".repeat(24)}` }),
    start({ to: domain }),
  ];
  const statuses = async (paths: string[], address: string) =>
    (await Promise.all(paths.map((path) => from(path, address)))).map(({ status }) => status);
  expect(await statuses(guesses(), "192.0.2.80")).toEqual([404, 403, 403]);
  const taken = Array.from({ length: 601 }, () => refusedCalls.take("192.0.2.80", later));
  expect(taken.map((exhausted) => exhausted === null).lastIndexOf(true)).toBe(599);
  expect(await statuses(guesses(), "192.0.2.80")).toEqual([429, 429, 429]);
  const { url } = (await callRun(run)).body as { url: string };
  expect((await orderAt(run, url, { case: "yes", secret: "x".repeat(43) })).status).toBe(403);
  // Also the stranger's own right calls are answered: a shop may share its address with one.
  expect(await statuses([start()], "192.0.2.80")).toEqual([200]);
  expect(await statuses(guesses(), "192.0.2.81")).toEqual([404, 403, 403]);
});

test("30 runs a minute of one address: then 429, and others open theirs", async () => {
  const { key } = await newOrganization({ mode: "test" });
  const open = (address: string) =>
    send("/doctor", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ plugin_key: key, shop: "http://localhost" }),
      address,
    });
  expect((await open("192.0.2.77")).status).toBe(201);
  const taken = Array.from({ length: 31 }, () => openings.take("192.0.2.77", later));
  expect(taken.map((exhausted) => exhausted === null).lastIndexOf(true)).toBe(29);
  expectLimited(await open("192.0.2.77"));
  expect((await open("192.0.2.78")).status).toBe(201);
  expect((await openRunOf(key, "http://localhost")).status).toBe(201);
});
