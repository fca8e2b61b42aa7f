import { expect, test } from "vitest";
import { checkPlayed } from "#lib/shop-doctor/check.ts";
import { readRun } from "#lib/shop-doctor/run.ts";
import { askRun, callRun, openedRun, openRunOf, orderAt } from "#tests/support/doctor.ts";
import { generate, newDevice, send } from "#tests/support/gateway.ts";
import { organization } from "#tests/support/organization.ts";

test("600 calls a minute of a run, whatever they are: then 429, of this run alone", async () => {
  const [run, another] = [await openedRun(), await openedRun()];
  const link = ((await callRun(run)).body as { url: string }).url;
  const known = await readRun(run.path.split("/")[2] ?? "");
  if (known === null) throw new Error("The run is not there");
  const device = newDevice();
  const asked = Array.from({ length: 598 }, () =>
    checkPlayed(known, { token: "x", deviceId: device, pluginKey: undefined }),
  );
  expect(asked.at(-1)).toMatchObject({ reason: "token_unknown" });
  expect((await askRun(run, "x", device)).status).toBe(404);
  for (const answer of [
    await callRun(run),
    await askRun(run, "x", device),
    await orderAt(run, link, { case: "yes" }),
  ]) {
    expect([answer.status, answer.headers.get("ageway-reason")]).toEqual([429, "rate_limited"]);
    expect(answer.headers.get("retry-after")).toBe("1");
  }
  expect((await callRun(another)).status).toBe(200);
  // What the shop may call for its visitors is another budget.
  const { key, domain } = run.shop;
  expect((await generate("s", { key, domain })).status).toBe(200);
});

test("30 runs a minute of one address: then 429, and others open theirs", async () => {
  const { key } = await organization({ mode: "test" });
  const open = (address: string) =>
    send("/doctor", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ plugin_key: key, shop: "http://localhost" }),
      address,
    });
  for (let n = 0; n < 30; n += 1) expect((await open("192.0.2.77")).status).toBe(201);
  const { status, headers, body } = await open("192.0.2.77");
  expect([status, headers.get("retry-after"), (body as { reason: string }).reason]).toEqual([429, "2", "rate_limited"]);
  expect((await open("192.0.2.78")).status).toBe(201);
  expect((await openRunOf(key, "http://localhost")).status).toBe(201);
});
